/**
 * A sentence that results hold in English (the detail of a mark, why a target has no figure), as a page of
 * another language shows it.
 */
export interface ResultText {
  /** The sentence, or as much of it as is known, in the page's language; empty if nothing is. */
  text: string;
  /** What is left of the original, in English and in quotation marks; `null` if nothing is. */
  original: string | null;
}
