//! What positions of all games have in common.

use serde_json::Value;

/// The first place in which two pieces of JSON differ, in one sentence: `given` against what `must` be.
pub fn first_difference(given: &Value, must: &Value) -> Option<String> {
    difference("position", given, must)
}

fn difference(path: &str, given: &Value, must: &Value) -> Option<String> {
    match (given, must) {
        (Value::Object(a), Value::Object(b)) => {
            let missing = b.keys().find(|key| !a.contains_key(*key));
            let missing = missing.map(|key| format!("{path}.{key} is missing"));
            missing.or_else(|| {
                a.iter().find_map(|(key, value)| match b.get(key) {
                    Some(other) => difference(&format!("{path}.{key}"), value, other),
                    None => Some(format!("{path}.{key} should not be there")),
                })
            })
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let mut pairs = a.iter().zip(b).enumerate();
            pairs.find_map(|(i, (value, other))| difference(&format!("{path}[{i}]"), value, other))
        }
        _ => (given != must).then(|| format!("{path} is {given} but must be {must}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_first_difference_is_named_with_both_values() {
        let must = json!({"a": {"b": [1, 2]}, "c": null});
        assert_eq!(first_difference(&must, &must), None);
        let difference = |given| first_difference(&given, &must).unwrap();
        assert_eq!(difference(json!({"a": {"b": [1, 3]}, "c": null})), "position.a.b[1] is 3 but must be 2");
        assert_eq!(difference(json!({"a": {"b": [1]}, "c": null})), "position.a.b is [1] but must be [1,2]");
        assert_eq!(difference(json!({"a": {"b": [1, 2]}})), "position.c is missing");
        assert_eq!(difference(json!({"a": {}, "c": null})), "position.a.b is missing");
    }
}
