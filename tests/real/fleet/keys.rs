//! Who may speak to the broker: names and passwords, nkeys, credentials files, TLS; and what is said of wrong ones.

use super::{Broker, NODES, event, games, program, worker};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Made for this test alone, as is what is in `keys/`: an operator, an account and a user, signed with keys that are the
/// SHA-256 of sentences.
const SEED: &str = "SUAKW3VRE45JTNQS4LOHDTN7PLT2EDCJ4PBHC4UOPO6EQ3FOFSGJF4KMVE";
const PUBLIC: &str = "UDYRNY6JZIHD6MQGAVYKN73SKPV7V2YVT2EF5ICJMEW5OGXERWGCBEBQ";
/// Another user's.
const STRANGER: &str = "SUANI6LIXGEL4SOJIZ4YKHRNZI2KAHHIJT6ZYHHK3TDVU3IM7YNYSTOZDI";

fn keys(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/real/fleet/keys").join(name).display().to_string()
}

/// The exit code and stderr of `fleet status`.
fn status(folder: &Path, url: &str, more: &[&str]) -> (i32, String) {
    let output = program(folder, &[&["fleet", "status", "--fleet", url], more].concat()).output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

fn is_in(answer: (i32, String)) {
    assert_eq!(answer, (0, String::new()));
}

fn is_out(answer: (i32, String), why: &str) {
    assert_eq!(answer.0, 4, "{answer:?}");
    assert!(answer.1.contains(why), "expected {why:?}, got {answer:?}");
    assert!(!answer.1.contains("secret"), "{answer:?}");
}

#[test]
fn a_broker_that_wants_a_name_and_password_gets_them_from_the_url() {
    let folder = crate::folder("fleet-password");
    let Some(broker) = Broker::with(&folder, &["--user", "arbiter", "--pass", "secret 1@%"]) else { return };
    let url = |login: &str| format!("nats://{login}127.0.0.1:{}", broker.port);
    is_in(status(&folder, &url("arbiter:secret%201%40%25@"), &[]));
    is_out(status(&folder, &url(""), &[]), "it wants to know who asks: nats://NAME:PASSWORD@HOST");
    is_out(status(&folder, &url("arbiter:secret@"), &[]), "it does not know the name and password");
    is_out(status(&folder, &url("secret@"), &[]), "it does not know the name and password");
}

#[test]
fn a_broker_that_wants_an_nkey_gets_a_signature() {
    let folder = crate::folder("fleet-nkey");
    let (conf, seed, other) = (folder.join("nats.conf"), folder.join("arbiter.nk"), folder.join("other.nk"));
    std::fs::write(&conf, format!("authorization: {{ users: [ {{ nkey: {PUBLIC} }} ] }}\n")).unwrap();
    std::fs::write(&seed, format!("{SEED}\n")).unwrap();
    std::fs::write(&other, STRANGER).unwrap();
    let Some(broker) = Broker::with(&folder, &["-c", conf.to_str().unwrap()]) else { return };
    let url = broker.url();
    let with = |file: &Path| status(&folder, &url, &["--nkey", file.to_str().unwrap()]);
    is_in(with(&seed));
    is_out(with(&other), "it does not know the name and password, --creds or --nkey that it was given");
    std::fs::write(&other, SEED.replace('K', "L")).unwrap();
    is_out(with(&other), "--creds and --nkey must name files with a user's seed");
    is_out(with(&conf), "--nkey ");
    is_out(with(Path::new("none.nk")), "--nkey none.nk: expected a file that can be read, got No such file");
}

#[test]
fn a_broker_that_wants_credentials_gets_the_token_of_the_file_and_a_signature() {
    let folder = crate::folder("fleet-creds");
    let Some(broker) = Broker::with(&folder, &["-c", &keys("operator.conf")]) else { return };
    let url = broker.url();
    let with = |file: &str| status(&folder, &url, &["--creds", file]);
    is_in(with(&keys("arbiter.creds")));
    is_out(status(&folder, &url, &[]), "it wants to know who asks");
    let text = std::fs::read_to_string(keys("arbiter.creds")).unwrap();
    let write = |text: String| std::fs::write(folder.join("bad.creds"), text).unwrap();
    // Another's seed signs what this token's owner should have signed.
    write(text.replace(STRANGER, SEED));
    is_out(with("bad.creds"), "it does not know the name and password, --creds or --nkey that it was given");
    write(text.lines().take(3).collect::<Vec<_>>().join("\n"));
    is_out(with("bad.creds"), "--creds bad.creds: expected a credentials file as nsc writes them");
    is_out(with("none.creds"), "--creds none.creds: expected a file that can be read, got No such file");
}

/// A root, a server's certificate for 127.0.0.1 and a client's, by openssl; none where it is not installed.
fn certificates(folder: &Path) -> Option<()> {
    let openssl = crate::program("openssl")?;
    let run = |line: &str| {
        let output = Command::new(&openssl).args(line.split(' ')).current_dir(folder).output().unwrap();
        assert!(output.status.success(), "{line}: {output:?}");
    };
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650";
    for root in ["root", "other"] {
        run(&format!(
            "req -x509 {key} -subj /CN={root} -addext basicConstraints=critical,CA:TRUE -keyout {root}.key -out {root}.pem"
        ));
    }
    for (name, more) in [("server", "subjectAltName=IP:127.0.0.1"), ("client", "extendedKeyUsage=clientAuth")] {
        std::fs::write(folder.join(format!("{name}.ext")), more).unwrap();
        run(&format!(
            "req {} -subj /CN={name} -keyout {name}.key -out {name}.csr",
            key.trim_end_matches(" -days 3650")
        ));
        run(&format!(
            "x509 -req -in {name}.csr -CA root.pem -CAkey root.key -CAcreateserial -days 3650 -extfile {name}.ext \
             -out {name}.pem"
        ));
    }
    Some(())
}

#[test]
fn over_tls_the_broker_is_known_by_its_root_and_the_arbiter_by_its_certificate() {
    let folder = crate::folder("fleet-tls");
    if certificates(&folder).is_none() {
        return;
    }
    let path = |name: &str| folder.join(name).display().to_string();
    let files: [&str; 7] = [
        "--tlsverify",
        "--tlscert",
        &path("server.pem"),
        "--tlskey",
        &path("server.key"),
        "--tlscacert",
        &path("root.pem"),
    ];
    let Some(broker) = Broker::with(&folder, &files) else { return };
    let url = format!("tls://127.0.0.1:{}", broker.port);
    let all = ["--tls-ca", "root.pem", "--tls-cert", "client.pem", "--tls-key", "client.key"];
    is_in(status(&folder, &url, &all));
    is_out(status(&folder, &url, &all[2..]), "--tls-ca FILE names the root");
    is_out(status(&folder, &url, &["--tls-ca", "other.pem"]), "from the root in --tls-ca");
    is_out(status(&folder, &url, &all[..2]), "it may want --tls-cert and --tls-key");
    let wrong = ["--tls-ca", "root.key"];
    is_out(status(&folder, &url, &wrong), "--tls-ca root.key: expected certificates in PEM, got none");
    // And games are played over it.
    event(&folder, NODES, 1, "");
    let _worker = worker(&folder, &url, &all);
    let arguments = [&["event", "run", "event.toml", "--fleet", &url][..], &all].concat();
    let output = program(&folder, &arguments).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(games(&PathBuf::from(&folder).join("event.journal")).len(), 2);
}
