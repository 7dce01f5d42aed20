// Before the first paint: the theme that the reader chose, if any, and which scripts run. Modules do not from a folder.
// Later, the menu of a phone, and the link to the page in another language.
(() => {
  var root = document.documentElement;
  var key = 'pitwall-theme';
  var stored = null;
  try {
    stored = localStorage.getItem(key);
  } catch (_) {
    // No storage: the system decides.
  }
  function apply(theme) {
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    else delete root.dataset.theme;
    for (var button of document.querySelectorAll('button[data-theme-choice]')) {
      button.setAttribute(
        'aria-pressed',
        String(button.dataset.themeChoice === (root.dataset.theme || 'system')),
      );
    }
  }
  root.classList.add('js');
  if (location.protocol !== 'file:') root.classList.add('modules');
  apply(stored);
  document.addEventListener('DOMContentLoaded', () => {
    apply(root.dataset.theme);
  });
  // On a phone the menu scrolls sideways: the entry of this page comes into view, once styles say how wide it is.
  addEventListener('load', () => {
    var entry = document.querySelector('.site-head [aria-current]');
    var menu = entry?.closest('.menu');
    // As far as it takes: what fades out at the right is 48 pixels wide.
    if (menu)
      menu.scrollLeft = entry.offsetLeft + entry.offsetWidth + 48 - menu.offsetLeft - menu.clientWidth;
  });
  // The address keeps its fragment, which may be that of a tab: to follow the link would show another one.
  document.addEventListener('click', (event) => {
    var skip = event.target instanceof Element && event.target.closest('a.skip');
    if (!skip) return;
    event.preventDefault();
    document.getElementById('content').focus();
  });
  document.addEventListener('click', (event) => {
    var button = event.target instanceof Element && event.target.closest('button[data-theme-choice]');
    if (!button) return;
    var theme = button.dataset.themeChoice;
    apply(theme);
    try {
      if (theme === 'system') localStorage.removeItem(key);
      else localStorage.setItem(key, theme);
    } catch (_) {
      // It holds for this page.
    }
    document.dispatchEvent(new Event('pitwall-theme'));
  });
  // The link to the same page in another language takes along what the address holds by then. A press precedes all that
  // a pointer does with a link, such as opening it in a new tab; from the keyboard there is only a click.
  for (var kind of ['pointerdown', 'click']) {
    document.addEventListener(kind, (event) => {
      var link = event.target instanceof Element && event.target.closest('a[hreflang]');
      if (!link) return;
      link.search = location.search;
      link.hash = location.hash;
    });
  }
})();
