/** A target variant with its name, as rows of all kinds have it. */
interface Named {
  target: string;
  variant: string;
  name: string;
}

/** `Koa cluster`: the name of a row in sentences. */
export function rowName({ name, variant }: { name: string; variant: string }): string {
  return variant === 'default' ? name : `${name} ${variant}`;
}

/** Names of target variants in tables and sentences: `Koa cluster`, and `Vert.x jvm (Kotlin)`. */
export type Names = (row: Named) => string;

/**
 * Adds the language to each name that more than one target has.
 *
 * @param targets all that may be named together: the targets of the site, or the rows of a table
 */
export function namesOf(targets: readonly { target: string; name: string; language: string }[]): Names {
  const languages = new Map(targets.map(({ target, language }) => [target, language]));
  const repeated = new Set(
    [...Map.groupBy(targets, ({ name }) => name)]
      .filter(([, own]) => new Set(own.map(({ target }) => target)).size > 1)
      .map(([name]) => name),
  );
  return (row) =>
    repeated.has(row.name) ? `${rowName(row)} (${languages.get(row.target) ?? row.target})` : rowName(row);
}
