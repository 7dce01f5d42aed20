// Runs in the pages while `npm start` measures: shows how far it is, and loads the page anew when there is more. The
// published site does not have it. Texts are set by script, styles too, as the content security policy allows.
(() => {
  const chinese = document.documentElement.lang.startsWith('zh');
  const words = chinese
    ? {
        first: '正在测第一张表',
        prepare: '正在准备其余目标',
        measure: '正在压测其余目标',
        pages: '正在生成页面',
        done: '全部测完',
        stopped: '已停止；页面包含此前测得的全部结果',
        gone: '与 npm start 的连接已断开',
        more: '有新结果，点击刷新',
        left: (seconds) => (seconds < 90 ? '约剩 1 分钟' : `约剩 ${Math.round(seconds / 60)} 分钟`),
        join: '，',
      }
    : {
        first: 'Measuring the first table',
        prepare: 'Preparing the other targets',
        measure: 'Measuring the other targets',
        pages: 'Building the pages',
        done: 'All measured',
        stopped: 'Stopped: these pages show what was measured until then',
        gone: 'npm start has ended',
        more: 'New results: show them',
        left: (seconds) =>
          seconds < 90 ? 'about a minute left' : `about ${Math.round(seconds / 60)} minutes left`,
        join: ', ',
      };
  const line = document.createElement('p');
  line.setAttribute('role', 'status');
  line.dataset.live = '';
  Object.assign(line.style, {
    position: 'fixed',
    insetInline: '0',
    insetBlockEnd: '0',
    zIndex: '9',
    margin: '0',
    padding: '0.4rem 1rem',
    font: '0.875rem/1.4 system-ui, sans-serif',
    color: 'CanvasText',
    background: 'Canvas',
    borderBlockStart: '1px solid GrayText',
  });
  const text = document.createElement('span');
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = words.more;
  button.style.marginInlineStart = '1rem';
  button.hidden = true;
  button.addEventListener('click', () => location.reload());
  line.append(text, button);
  document.body.append(line);

  /** Whether a reload would take something from the reader: a choice, a selection, an open part of the page. */
  const isBusy = () =>
    !document.hidden &&
    ((document.activeElement !== null && document.activeElement !== document.body) ||
      String(getSelection()) !== '' ||
      document.querySelector('main details[open]') !== null);

  let built = null;
  const show = (state) => {
    const parts = [words[state.phase] ?? ''];
    if (state.what !== '') parts.push(state.what);
    if (state.secondsLeft !== null) parts.push(words.left(state.secondsLeft));
    text.textContent = parts.join(words.join);
    if (built !== null && state.built > built) {
      if (isBusy()) button.hidden = false;
      else location.reload();
    }
    built ??= state.built;
  };
  let last = null;
  const events = new EventSource('/pitwall-live/events');
  events.addEventListener('message', ({ data }) => {
    last = JSON.parse(data);
    show(last);
  });
  events.addEventListener('error', () => {
    // It tries again by itself; what has ended for good has said so.
    if (last === null || (last.phase !== 'done' && last.phase !== 'stopped')) text.textContent = words.gone;
  });
})();
