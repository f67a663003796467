//! What a page allows itself, and what its script makes of any address.

use super::replicated::pages;
use super::{all, captured, text};
use crate::page::policy::policy;
use rquickjs::{Context, Runtime};

const SCRIPT: &str = include_str!("../script/fold.js");

#[test]
fn a_page_runs_its_own_script_and_loads_nothing() {
    for (name, page) in pages(&captured::planted()) {
        let metas = all(&page, "meta[http-equiv='Content-Security-Policy']");
        let [meta] = metas[..] else {
            panic!("{name}: {} policies", metas.len());
        };
        // The hashes are those of the elements as a browser reads them.
        let [style, script] = ["style", "script:not([type])"].map(|element| {
            let found = all(&page, element);
            assert_eq!(found.len(), 1, "{name}: {element}");
            text(found[0])
        });
        let allowed = meta.attr("content").unwrap();
        assert_eq!(allowed, policy(&style, &script), "{name}");
        assert!(allowed.starts_with("default-src 'none'; script-src 'sha256-"));
        assert!(
            !allowed
                .split(';')
                .any(|rule| rule.contains("script") && rule.contains("unsafe"))
        );
        // Nothing that the policy would stop.
        for element in all(&page, "*") {
            let attributes = element.value().attrs();
            for (attribute, value) in attributes {
                assert!(!attribute.starts_with("on"), "{name}: {attribute}");
                assert!(
                    !value.trim().to_lowercase().starts_with("javascript:"),
                    "{name}: {value}"
                );
            }
        }
        let before = all(&page, "head > *").into_iter();
        let mut before = before.take_while(|e| e.attr("http-equiv").is_none());
        assert!(
            before.all(|e| e.value().name() == "meta"),
            "{name}: something before the policy"
        );
    }
}

/// A document with one element, which lies in a fold.
const DOCUMENT: &str = r#"
    const fold = { open: false, parentElement: { closest: () => null } };
    let scrolled = 0;
    const element = { closest: () => fold, scrollIntoView: () => scrolled++ };
    const document = {
      getElementById: (id) => (id === "cell--a.b" || id === "100%" ? element : null),
      querySelectorAll: () => [],
    };
    const navigator = {};
    let changed;
    const addEventListener = (name, call) => (changed = call);
    const location = { hash: "" };
"#;

#[test]
fn no_fragment_of_an_address_stops_the_script() {
    let long = format!("#{}", "%".repeat(100_000));
    let addresses = [
        ("", 0),
        ("#", 0),
        ("#%", 0),
        ("#%E0%A4%A", 0),
        ("#\"><img src=x onerror=alert(1)>", 0),
        ("#__proto__", 0),
        (&long, 0),
        ("#cell--a.b", 1),
        ("#cell--a%2Eb", 1),
        ("#100%", 1),
    ];
    for (hash, scrolled) in addresses {
        let context = Context::full(&Runtime::new().unwrap()).unwrap();
        context.with(|js| {
            js.eval::<(), _>(DOCUMENT).unwrap();
            let set = format!("location.hash = {};", serde_json::to_string(hash).unwrap());
            js.eval::<(), _>(set).unwrap();
            js.eval::<(), _>(SCRIPT).expect(hash);
            // Once when the page is opened, once when the address changes.
            js.eval::<(), _>("changed()").expect(hash);
            let seen: i32 = js.eval("scrolled").unwrap();
            let open: bool = js.eval("fold.open").unwrap();
            assert_eq!((seen, open), (2 * scrolled, scrolled > 0), "{hash:.40}");
        });
    }
}
