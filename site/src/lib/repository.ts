/**
 * Address of the repository that the site is built from, without a slash at its end; `undefined` if it is unknown.
 * What would be a link is then plain text.
 */
export function repositoryUrl(): string | undefined {
  const given = process.env.PITWALL_REPOSITORY;
  return given ? new URL(given).href.replace(/\/+$/, '') : undefined;
}

/** Address of a folder of the repository at a commit, or as it is now; `undefined` if the repository is unknown. */
export function folderAt(path: string, commit: string | null): string | undefined {
  const address = repositoryUrl();
  return address && `${address}/tree/${commit ?? 'HEAD'}/${path}`;
}
