/** Reads a document of this site and trusts it to match our schemas. @throws Error if it is missing */
export async function fetchJson<Document>(address: string): Promise<Document> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return (await response.json()) as Document;
}
