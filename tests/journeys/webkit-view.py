# A window with WebKitGTK’s web view for WebKitWebDriver. The driver’s own browser is never narrower than 447 px, asks before
# it records, and keeps console output to itself.
#   webkit-view.py <file that console warnings, errors and uncaught exceptions are appended to> <script that runs first>
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

REPORT = """
(() => {
  const report = (text) => window.webkit.messageHandlers.complaints.postMessage(String(text));
  for (const name of ['warn', 'error']) {
    const write = console[name].bind(console);
    console[name] = (...values) => {
      report(values.map((value) => value?.stack ? `${value} ${value.stack}` : String(value)).join(' '));
      write(...values);
    };
  }
  addEventListener('error', ({ error, message }) => { if (message) report(`${message} ${error?.stack ?? ''}`); });
  addEventListener('unhandledrejection', ({ reason }) => report(`${reason} ${reason?.stack ?? ''}`));
})();
"""

complaints = sys.argv[1]
# Reduced motion, as Firefox is started.
Gtk.Settings.get_default().set_property("gtk-enable-animations", False)
settings = WebKit2.Settings(
    enable_media_stream=True,
    enable_mock_capture_devices=True,
    enable_webrtc=True,
    media_playback_requires_user_gesture=False,
)
content = WebKit2.UserContentManager()
for script in [REPORT, sys.argv[2]]:
    content.add_script(
        WebKit2.UserScript(script, WebKit2.UserContentInjectedFrames.TOP_FRAME, WebKit2.UserScriptInjectionTime.START)
    )


def keep(_manager, result):
    with open(complaints, "a", encoding="utf-8") as file:
        file.write(result.get_js_value().to_string().replace("\n", " ") + "\n")


content.connect("script-message-received::complaints", keep)
content.register_script_message_handler("complaints")

context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)


def allow(_view, request):
    request.allow()
    return True


def create_view(_session):
    view = WebKit2.WebView(
        web_context=context, settings=settings, user_content_manager=content, is_controlled_by_automation=True
    )
    view.connect("permission-request", allow)
    window = Gtk.Window(default_width=1440, default_height=900)
    window.add(view)
    view.connect("close", lambda _view: window.destroy())
    window.show_all()
    return view


def start(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("MiniBrowser")
    info.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
    session.set_application_info(info)
    session.connect("create-web-view", create_view)


context.connect("automation-started", start)
Gtk.main()
