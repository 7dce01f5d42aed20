const timeoutMilliseconds = 2000;

/**
 * Questions and answers between the primary and a worker. A channel is `process` in the worker and the
 * Worker object in the primary: both send and receive, and both disconnect.
 *
 * @param answers what this side answers to each question, by its name
 * @returns a function that asks the other side: it resolves to the answer, or rejects if the other side
 *   fails, disconnects or takes too long
 */
export function openChannel(channel, answers) {
  const waiting = new Map();
  let lastId = 0;

  function settle(id, { answer, error }) {
    const asker = waiting.get(id);
    if (!asker) return; // a late answer
    waiting.delete(id);
    clearTimeout(asker.timer);
    if (error) asker.reject(new Error(`"${asker.question}" got no answer: ${error}`));
    else asker.resolve(answer);
  }

  async function reply(id, question) {
    const message = await answers[question]().then(
      (answer) => ({ id, answer }),
      (error) => ({ id, error: error.message }),
    );
    channel.send(message, () => {}); // an asker that is gone needs no answer
  }

  channel.on('message', (message) => {
    if (message.question) reply(message.id, message.question);
    else settle(message.id, message);
  });
  channel.on('disconnect', () => {
    for (const id of waiting.keys()) settle(id, { error: 'disconnected' });
  });

  return (question) =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      const timer = setTimeout(settle, timeoutMilliseconds, id, {
        error: `waited ${timeoutMilliseconds} ms`,
      });
      waiting.set(id, { question, resolve, reject, timer });
      channel.send({ id, question }, (error) => error && settle(id, { error: error.message }));
    });
}
