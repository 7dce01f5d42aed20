/** A document of this site, taken as what our own schemas say it is. @throws Error where it is not there */
export async function readJson<Document>(address: string): Promise<Document> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return (await response.json()) as Document;
}
