/** Keeps the query of the address in the links of a choice of scenario, each of which leads to the same table. */
export function carryQuery(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-carry-query] a'))
    link.search = location.search;
}
