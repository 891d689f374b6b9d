//! A validator of JSON Schema (2020-12), of as much of it as `docs/events.schema.json` uses: a keyword that it does not know is
//! an error, so nothing is said there that nobody checks.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use serde_json::{Map, Value};

const FILE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/events.schema.json"));

/// Where definitions stand.
const PREFIX: &str = "#/$defs/";

/// What says nothing about a value.
const NOTES: &[&str] = &["$schema", "$defs", "title", "description"];

/// Keys and hashes: the one pattern there is.
const HEX: &str = "^[0-9a-f]{64}$";

pub(crate) struct Schema(Value);

impl Schema {
    /// That of events and commands.
    pub(crate) fn of_events() -> &'static Self {
        static SCHEMA: OnceLock<Schema> = OnceLock::new();
        SCHEMA.get_or_init(|| Self(serde_json::from_str(FILE).expect("the schema is JSON")))
    }

    /// Whether a value is what this definition says, and what is wrong with it if not.
    pub(crate) fn check(&self, name: &str, value: &Value) -> Result<(), String> {
        self.fits(self.definition(name)?, value, name)
    }

    /// Checks a line if it is an event.
    #[track_caller]
    pub(crate) fn check_line(line: &str) {
        if line.starts_with('{')
            && let Ok(value) = serde_json::from_str::<Value>(line)
            && value.get("event").is_some()
        {
            let found = Self::of_events().check("event", &value);
            found.unwrap_or_else(|why| panic!("not as docs/events.schema.json says: {why} in {line}"));
        }
    }

    /// The names of events or commands.
    pub(crate) fn names(&self, name: &str) -> BTreeSet<String> {
        let all = self.definition(name).unwrap()["oneOf"].as_array().unwrap();
        let part = |one: &Value| {
            let name = one["$ref"].as_str().unwrap().strip_prefix(&format!("{PREFIX}{name}_"));
            name.expect("it is named after what it is").to_owned()
        };
        all.iter().map(part).collect()
    }

    /// The codes of errors, in their order.
    pub(crate) fn error_codes(&self) -> Vec<String> {
        let codes = &self.definition("event_error").unwrap()["properties"]["code"]["enum"];
        codes.as_array().unwrap().iter().map(|code| code.as_str().unwrap().to_owned()).collect()
    }

    fn definition(&self, name: &str) -> Result<&Value, String> {
        self.0["$defs"].get(name).ok_or_else(|| format!("there is no definition {name:?}"))
    }

    /// Whether each definition is used, and says nothing that is not checked.
    pub(crate) fn check_itself(&self) -> Result<(), String> {
        let definitions = self.0["$defs"].as_object().unwrap();
        let mut used = BTreeSet::from(["command"]);
        for schema in std::iter::once(&self.0).chain(definitions.values()) {
            self.visit(schema, &mut used)?;
        }
        match definitions.keys().find(|name| !used.contains(name.as_str())) {
            Some(name) => Err(format!("nothing uses {name:?}")),
            None => Ok(()),
        }
    }

    fn visit<'a>(&'a self, schema: &'a Value, used: &mut BTreeSet<&'a str>) -> Result<(), String> {
        let Value::Object(schema) = schema else { return Err(format!("{schema} is no schema")) };
        for (keyword, rule) in schema {
            match keyword.as_str() {
                "$ref" => {
                    let name =
                        rule.as_str().and_then(|name| name.strip_prefix(PREFIX)).ok_or("a $ref elsewhere")?;
                    self.definition(name)?;
                    used.insert(name);
                }
                "oneOf" => rule.as_array().unwrap().iter().try_for_each(|one| self.visit(one, used))?,
                "items" => self.visit(rule, used)?,
                "properties" => {
                    rule.as_object().unwrap().values().try_for_each(|one| self.visit(one, used))?;
                }
                // What is wrong with any other is found by trying it.
                keyword if NOTES.contains(&keyword) => {}
                _ => {
                    checks(keyword, rule, &Value::Null, schema)?;
                }
            }
        }
        Ok(())
    }

    fn fits(&self, schema: &Value, value: &Value, path: &str) -> Result<(), String> {
        let Value::Object(schema) = schema else { return Err(format!("{path}: {schema} is no schema")) };
        for (keyword, rule) in schema {
            match keyword.as_str() {
                "$ref" => {
                    let name =
                        rule.as_str().and_then(|name| name.strip_prefix(PREFIX)).ok_or("a $ref elsewhere")?;
                    self.fits(self.definition(name)?, value, path)?;
                }
                "oneOf" => self.fits_one(rule.as_array().unwrap(), value, path)?,
                "items" => {
                    for (at, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.fits(rule, item, &format!("{path}[{at}]"))?;
                    }
                }
                "properties" => {
                    for (name, rule) in rule.as_object().unwrap() {
                        if let Some(value) = value.get(name) {
                            self.fits(rule, value, &format!("{path}.{name}"))?;
                        }
                    }
                }
                keyword if NOTES.contains(&keyword) => {}
                keyword if checks(keyword, rule, value, schema)? => {}
                keyword => return Err(format!("{path}: {value} breaks {keyword:?}: {rule}")),
            }
        }
        Ok(())
    }

    fn fits_one(&self, all: &[Value], value: &Value, path: &str) -> Result<(), String> {
        let tried: Vec<Result<(), String>> = all.iter().map(|one| self.fits(one, value, path)).collect();
        match tried.iter().filter(|one| one.is_ok()).count() {
            1 => Ok(()),
            // The deepest of all reasons is that of the one that was meant.
            0 => Err(tried.into_iter().filter_map(Result::err).max_by_key(String::len).unwrap_or_default()),
            many => Err(format!("{path}: {value} is {many} things at once")),
        }
    }
}

/// Whether a value keeps one keyword that looks at nothing below it; an error if nobody knows the keyword.
fn checks(keyword: &str, rule: &Value, value: &Value, schema: &Map<String, Value>) -> Result<bool, String> {
    let least = |most: bool, measured: Option<i64>| {
        let bound = rule.as_i64().expect("a bound is a number");
        measured.is_none_or(|measured| if most { measured <= bound } else { measured >= bound })
    };
    let length = |text: Option<usize>| text.map(|length| i64::try_from(length).expect("it fits in memory"));
    Ok(match keyword {
        "const" => value == rule,
        "enum" => rule.as_array().unwrap().contains(value),
        "type" => match rule {
            Value::Array(all) => all.iter().any(|one| is_a(one.as_str().unwrap(), value)),
            one => is_a(one.as_str().unwrap(), value),
        },
        "required" => {
            let named = rule.as_array().unwrap().iter().filter_map(Value::as_str);
            !value.is_object() || named.into_iter().all(|name| value.get(name).is_some())
        }
        "additionalProperties" => {
            assert_eq!(rule, false);
            let known = &schema["properties"];
            value.as_object().is_none_or(|fields| fields.keys().all(|name| known.get(name).is_some()))
        }
        "minimum" => least(false, value.as_i64()),
        "maximum" => least(true, value.as_i64()),
        "minItems" => least(false, length(value.as_array().map(Vec::len))),
        "minLength" => least(false, length(value.as_str().map(|text| text.chars().count()))),
        "pattern" => {
            assert_eq!(rule, HEX, "another pattern is checked here by nothing");
            let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
            value.as_str().is_none_or(|text| text.len() == 64 && text.bytes().all(digit))
        }
        _ => return Err(format!("the keyword {keyword:?} is checked by nothing")),
    })
}

fn is_a(kind: &str, value: &Value) -> bool {
    match kind {
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        "object" => value.is_object(),
        "array" => value.is_array(),
        "null" => value.is_null(),
        other => panic!("the type {other:?} is checked by nothing"),
    }
}
