//! A browser that tests drive as a person would: Chromium, through its driver, by the protocol WebDriver.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::thread;
use std::time::{Duration, Instant};
use ureq::Agent;

/// The key under which the protocol names an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// How long a page may take to show what a test waits for: machines that run other tests are slow.
const PATIENCE: Duration = Duration::from_secs(30);

/// Held by every browser, and alone by the test that measures what the page costs: `cargo test` runs tests beside each
/// other in one process. With nextest, which gives each a process, `.config/nextest.toml` does the same.
static MACHINE: RwLock<()> = RwLock::new(());

enum Machine {
    Shared {
        _guard: RwLockReadGuard<'static, ()>,
    },
    Alone {
        _guard: RwLockWriteGuard<'static, ()>,
    },
}

/// A browser with one page, closed when it is dropped.
pub(crate) struct Browser {
    driver: Child,
    _machine: Machine,
    agent: Agent,
    session: String,
}

/// A window by its width and height in pixels.
pub(crate) const DESKTOP: (u32, u32) = (1400, 900);
pub(crate) const PHONE: (u32, u32) = (390, 844);

impl Browser {
    /// A browser of this size, or `None` with a message where Chromium or its driver is not installed.
    pub(crate) fn open(size: (u32, u32)) -> Option<Self> {
        let _guard = MACHINE.read().unwrap_or_else(PoisonError::into_inner);
        Self::start(size, Machine::Shared { _guard })
    }

    /// The same while no other browser is open.
    pub(crate) fn alone(size: (u32, u32)) -> Option<Self> {
        let _guard = MACHINE.write().unwrap_or_else(PoisonError::into_inner);
        Self::start(size, Machine::Alone { _guard })
    }

    fn start((width, height): (u32, u32), machine: Machine) -> Option<Self> {
        let driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let Ok(mut driver) = driver else {
            eprintln!(
                "skipped: there is no `chromedriver` here (Debian: chromium and chromium-driver)"
            );
            return None;
        };
        let port = port(&mut driver);
        let config = Agent::config_builder().http_status_as_error(false);
        let agent: Agent = config.build().into();
        let arguments = [
            "--headless=new".to_owned(),
            // Tests may run as root, where Chromium has no sandbox.
            "--no-sandbox".to_owned(),
            "--disable-dev-shm-usage".to_owned(),
            format!("--window-size={width},{height}"),
        ];
        let options = json!({ "capabilities": { "alwaysMatch": {
            "browserName": "chrome",
            "goog:chromeOptions": { "args": arguments },
            "goog:loggingPrefs": { "browser": "ALL" },
        } } });
        let mut browser = Self {
            driver,
            _machine: machine,
            agent,
            session: format!("http://127.0.0.1:{port}/session"),
        };
        let opened = browser.post("", &options);
        let id = opened["sessionId"].as_str().expect("a session").to_owned();
        browser.session = format!("{}/{id}", browser.session);
        // What a window cannot be as narrow as, an emulated screen can.
        let screen = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500 });
        browser.devtools("Emulation.setDeviceMetricsOverride", screen);
        Some(browser)
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        let url = format!("{}{path}", self.session);
        let answer = self.agent.post(&url).send_json(body);
        let mut answer = answer.unwrap_or_else(|error| panic!("{path}: {error}"));
        let value: Value = answer.body_mut().read_json().expect("the driver answers");
        let value = value["value"].clone();
        assert!(
            value["error"].is_null(),
            "{path} {body}: {}",
            value["message"].as_str().unwrap_or_default()
        );
        value
    }

    /// Opens an address.
    pub(crate) fn go(&self, url: &str) {
        self.post("/url", &json!({ "url": url }));
    }

    /// Opens a page of ours and waits until its script has drawn it.
    pub(crate) fn visit(&self, url: &str) {
        // A change of the fragment alone would load nothing.
        self.go("about:blank");
        self.go(url);
        self.wait_for("return 'ready' in document.documentElement.dataset");
    }

    pub(crate) fn back(&self) {
        self.post("/back", &json!({}));
    }

    /// What a function with this body returns.
    pub(crate) fn run(&self, script: &str) -> Value {
        self.post("/execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// What a function with this body hands to its last argument.
    pub(crate) fn run_async(&self, script: &str) -> Value {
        self.post("/execute/async", &json!({ "script": script, "args": [] }))
    }

    pub(crate) fn text(&self, script: &str) -> String {
        let value = self.run(script);
        value
            .as_str()
            .unwrap_or_else(|| panic!("{script}: {value}"))
            .to_owned()
    }

    pub(crate) fn number(&self, script: &str) -> f64 {
        let value = self.run(script);
        value
            .as_f64()
            .unwrap_or_else(|| panic!("{script}: {value}"))
    }

    /// Waits until a function returns something that counts as true.
    #[track_caller]
    pub(crate) fn wait_for(&self, script: &str) {
        let begin = Instant::now();
        let holds = format!("return Boolean((() => {{ {script} }})())");
        while self.run(&holds) != Value::Bool(true) {
            assert!(begin.elapsed() < PATIENCE, "waited in vain for: {script}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Clicks on the first element of a selector, as the mouse does.
    #[track_caller]
    pub(crate) fn click(&self, selector: &str) {
        let quoted = json!(selector);
        assert!(
            self.run(&format!("return document.querySelector({quoted}) !== null"))
                == Value::Bool(true),
            "there is no {selector}"
        );
        let found = self.post(
            "/element",
            &json!({ "using": "css selector", "value": selector }),
        );
        let id = found[ELEMENT].as_str().expect("an element");
        self.post(&format!("/element/{id}/click"), &json!({}));
    }

    /// Chooses a value in a list.
    pub(crate) fn choose(&self, selector: &str, value: &str) {
        let (selector, value) = (json!(selector), json!(value));
        self.run(&format!(
            "const list = document.querySelector({selector}); list.value = {value}; \
             list.dispatchEvent(new Event('change', {{ bubbles: true }}));"
        ));
    }

    /// Presses keys one after the other; keys without a letter by their names in the protocol.
    pub(crate) fn press(&self, keys: &str) {
        let actions: Vec<Value> = keys
            .chars()
            .flat_map(|key| ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": key })))
            .collect();
        let keyboard = json!({ "type": "key", "id": "keyboard", "actions": actions });
        self.post("/actions", &json!({ "actions": [keyboard] }));
    }

    /// A command of the developer tools.
    pub(crate) fn devtools(&self, command: &str, parameters: Value) -> Value {
        let call = json!({ "cmd": command, "params": parameters });
        self.post("/goog/cdp/execute", &call)
    }

    /// The page on A4, as base64 of a PDF.
    pub(crate) fn print(&self) -> String {
        let options = json!({ "orientation": "landscape", "background": false, "shrinkToFit": true,
            "page": { "width": 21.0, "height": 29.7 } });
        let pdf = self.post("/print", &options);
        pdf.as_str().expect("a document").to_owned()
    }

    /// What the page wrote to the console since the last call, warnings and errors.
    pub(crate) fn complaints(&self) -> Vec<String> {
        let log = self.post("/se/log", &json!({ "type": "browser" }));
        let entries = log.as_array().expect("a list").iter();
        let loud = entries.filter(|e| matches!(e["level"].as_str(), Some("SEVERE" | "WARNING")));
        loud.map(|e| e["message"].as_str().unwrap_or_default().to_owned())
            .collect()
    }

    /// The process number of the driver, whose descendants are the browser.
    pub(crate) fn process(&self) -> u32 {
        self.driver.id()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.agent.delete(&self.session).call();
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// The port on which a driver listens, which it tells in its first lines.
fn port(driver: &mut Child) -> u16 {
    let output = driver.stdout.take().expect("its output is piped");
    let mut lines = BufReader::new(output).lines().map_while(Result::ok);
    let port = lines.find_map(|line| {
        let told = line.rsplit_once("on port ")?.1.trim_end_matches('.').trim();
        // First it repeats what it was asked for, then it tells what it found.
        told.parse().ok().filter(|port| *port != 0)
    });
    // The rest of its output must go somewhere.
    thread::spawn(move || lines.for_each(drop));
    port.expect("the driver tells its port")
}
