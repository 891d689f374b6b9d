use std::fmt::Write as _;

use super::*;

/// Voters 0, 1 and 6 with the identities of secrets 01.., 02.. and 03.. and the nonces 11.., 12.. and 13.. (16 bytes)
/// at table 20..; draw 5 upon the base 30... Scalars and numbers have their little end first.
const VECTORS: &str = "
pair.secret.0 = 865c21cfd8a1027e2f87ef12afa638144a0a09700754fe9e9dd48acf3dd06d06
pair.point.0 = d656285e75aa5a44540a7eead650b3ca19384ab827a6a4a7a193c2b37dc3a461
pair.secret.1 = 2175e555eb2cd1a6375d945ade00a91db81185ac4c2885f5aa4ab6aef202b002
pair.point.1 = d477294453d998dd074e41678c25e023dc0511730fb0174c25c6ae933da9a852
pair.secret.6 = 231d0079fc8b3daef71fe050ebcd22072ccbadc584281822ee6ed53cfc9fac0b
pair.point.6 = 84f48660f08424ff1b8c0190f1bc79c071e929e2a18e43494d4a309ae76aa973
pair.base = a20d747e41ab7c4f9fe47b8f0d710a96c3bac8b354318ef21accb134bbe36660
pair.key.0.0 = 811f8a04c12cc620faec11ccaca19ec1dbb29b383d43ce9a170060bdafbd6605
pair.public.0.0 = 265642cffe1a857b370ee41d4b7edc5a1992f5c2718218c46d0b9fe68faf9a71
pair.link.0.0 = 48ccf3a651a9df8712e9813253d0177f590b7ce1dc08d646d58de99c39c87325
pair.proof.0.0 = 34997818742c2a5aa9e2a7d9b69903a71681d7fe62bba6365c0cab7534f29c0b
    b2b0b2a43c2e5c8ff02c4043fd32229485a30199f427778772cfd15f50c38d0d
pair.key.0.1 = 11abd8897a9bb2b890ee68d30eb0a68ffdb6c39865d2615003ebc0dcb35a3004
pair.public.0.1 = 60e250cd89492c3870ed85243ff069f0428fc359b8ff0dff4844dff7098e4b53
pair.link.0.1 = bac128602463f2cfb5a712311e8abb39ca11cf6b38b0c6d4350caa5c1c212f6b
pair.proof.0.1 = 2338b17e429523c7118a9c147cb1a62265ef139db1aca42fe8be4c8972a09e08
    2a44dde214b8483467e5fc8f96762c2c54b9253fb9f7d0209004b8b32d336d05
pair.key.0.6 = 4948a47289248d7d963f0e255097bf155ffed8264c22a912453f345b69ae5f07
pair.public.0.6 = 905d3189277ad26beee91bca64f172e40077a50bd4b7ef23699f343fe6fce853
pair.link.0.6 = 5233d0d5d34eb908e77df92d5dda54699086197a47c42a08cb571bcd7d4cf06b
pair.proof.0.6 = e554e8d24fe2775dfbec317bf058d7eeb6c0cd237f3dd487f78e173fdbd9e904
    55b6999c0143cfeb5bc7e9367aebec841d1a57612b27617773cbe1d4acb1a20a
pair.key.1.6 = cdc3c878b548a117572c859680be68dcc9ba63709f38b612ea0e75e95a553108
pair.public.1.6 = 9c3d4100f453f7bb89221a824150af3cf37fdc316ceff32d0ee8e2e6658bae6a
pair.link.1.6 = 888f3227ce0a9527bede05d4807bcad208792b97c1dae463e444973c5c67d81b
pair.proof.1.6 = 3d506de2da1d33e25df03452797ab3f893ca40d697bf5d31160edf8c143da809
    03ea3c9cf61a463d099409eea14b3ee50d445f29a0774bce25aa9f29f5d6a304
pair.entropy.of.3 = 7d4d8cfbd7649f214d904f707c3a0e8dadca4137cd43859b663d6b62dd416929
pair.entropy.of.2 = a34bf46041515ac8b5a8b31aac9fad0a1753e892585d9c2216802eacbe091f9c
";

#[test]
fn vectors_for_a_second_implementation() {
    let joined = VECTORS.replace("\n    ", "");
    assert_eq!(vectors().trim_end(), joined.trim());
}

fn vectors() -> String {
    let (table, number, base) = (Hash([0x20; 32]), 5, Hash([0x30; 32]));
    let voters = [(0, 1), (1, 2), (6, 3)].map(|(voter, byte): (Voter, u8)| {
        (voter, Secret::new(&Identity::from_secret(&[byte; 32]), &[0x10 + byte; 16]))
    });
    let points = voters.each_ref().map(|(voter, secret)| (*voter, secret.point()));
    let keys = voters.each_ref().map(|(voter, secret)| Keys::new(secret, &table, *voter, &points).unwrap());
    let mut text = String::new();
    let mut line = |name: &str, bytes: &[u8]| {
        write!(text, "{name} = ").unwrap();
        for byte in bytes {
            write!(text, "{byte:02x}").unwrap();
        }
        text.push('\n');
    };
    for (voter, secret) in &voters {
        line(&format!("pair.secret.{voter}"), secret.scalar().as_bytes());
        line(&format!("pair.point.{voter}"), &secret.point().0);
    }
    let upon = base_point(&table, number, &base);
    line("pair.base", &upon.point().0);
    let of = |drawers: Voters| needed(drawers, Voters::NONE);
    let pairs = of(set(&[0, 1, 6]));
    for pair @ (lower, higher) in [vec![(0, 0)], pairs.clone()].concat() {
        let made = keys[usize::from(lower)].link(pair, &upon).unwrap();
        let key = keys[usize::from(lower)].key(pair);
        line(&format!("pair.key.{lower}.{higher}"), key.scalar.as_bytes());
        line(&format!("pair.public.{lower}.{higher}"), &key.point.0);
        line(&format!("pair.link.{lower}.{higher}"), &made.0.0.0);
        line(&format!("pair.proof.{lower}.{higher}"), &[made.1.challenge, made.1.response].concat());
    }
    for drawers in [set(&[0, 1, 6]), set(&[0, 1])] {
        let links: Vec<_> = of(drawers)
            .into_iter()
            .map(|pair| (pair.0, pair.1, keys[usize::from(pair.0)].link(pair, &upon).unwrap().0))
            .collect();
        line(&format!("pair.entropy.of.{}", drawers.len()), &entropy(&table, number, &base, &links));
    }
    text
}
