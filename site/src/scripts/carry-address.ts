/** Keeps the query of the address in the links of the page that lead to the same table of another scenario. */
export function carryAddress(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-carry] a'))
    link.search = location.search;
}
