// In browsers below docs/guides/browsers.md the app's scripts do not run: show a message instead of a blank page. Written
// in ES5, which they all understand; a script with newer syntax would not run there at all.
(function () {
  var css = window.CSS && CSS.supports;
  var isSupported =
    css &&
    CSS.supports('selector(:has(a))') &&
    CSS.supports('width: round(1px, 1px)') &&
    window.AbortSignal &&
    AbortSignal.any &&
    URL.canParse &&
    Intl.Segmenter &&
    [].toSorted;
  if (isSupported) return;
  document.addEventListener('DOMContentLoaded', function () {
    var message = document.createElement('p');
    message.id = 'old-browser';
    message.setAttribute('role', 'alert');
    message.style.cssText =
      'margin: 0; padding: 24px; background: #fff; color: #16181d; font: 16px/1.5 sans-serif; text-align: center';
    message.textContent =
      'Your browser is too old for Openbell. Please update it, or use a current Chrome, Edge, Firefox or Safari.';
    document.body.insertBefore(message, document.body.firstChild);
  });
})();
