import type { Listener } from '../../measure/events.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { describeError, messageOf, PitwallError } from '../../util/errors.ts';

/** How the events of a run look in a terminal. */
export function listenerFor(terminal: Terminal): Listener {
  return (event) => {
    switch (event.kind) {
      case 'step':
        terminal.step(event.text);
        break;
      case 'line':
        terminal.detail(event.text);
        break;
      case 'left-out':
        terminal.note(`– ${event.target}: ${event.reason}\n    next: ${event.next}`);
        break;
      case 'problem':
        terminal.note(describeError(event.error));
        break;
      case 'no-figure':
        terminal.note(`– ${event.cell}: start ${event.number} gave no figure, the run continues`);
        terminal.note(
          event.error instanceof PitwallError ? describeError(event.error) : messageOf(event.error),
        );
        break;
      case 'progress':
        terminal.progress(event.done, event.total, event.text, event.secondsLeft);
        break;
      case 'block-done':
        break;
    }
  };
}
