/**
 * Sentences of a replay, which its file has in English, in another language: each list in the order of the English one.
 */
export interface StudyWords {
  differences: readonly string[];
  shortcomings: readonly string[];
  /** Why each substitute is there. */
  substitutes?: readonly string[];
  /** Why the scaled version is smaller. */
  scaled?: string;
}
