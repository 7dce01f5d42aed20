/** What files are waited for at once: more would gain nothing. */
const AT_ONCE = 16;

/** Does the same for each of many, a few of them at a time. */
export async function someAtOnce<Thing>(
  things: readonly Thing[],
  use: (thing: Thing) => Promise<void>,
): Promise<void> {
  const waiting = things.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const thing of waiting) await use(thing);
    }),
  );
}
