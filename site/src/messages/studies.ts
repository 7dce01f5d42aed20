/** Translations of a replay's English sentences; each list is in the order of the English one. */
export interface StudyWords {
  differences: readonly string[];
  shortcomings: readonly string[];
  /** The reason for each substitute. */
  substitutes?: readonly string[];
  /** The reason why the scaled version is smaller. */
  scaled?: string;
}
