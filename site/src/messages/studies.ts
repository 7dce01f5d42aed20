/**
 * What a replay says in other words than its file and its study: the title in the page's language and, beside
 * English, translations. Each list is in the order of the file's. A text without a translation is shown as it is.
 */
export interface StudyWords {
  title?: string;
  machine?: string;
  loader?: string;
  loop?: string;
  database?: string;
  /** What each system was, by its name in the study. */
  systems?: Readonly<Record<string, string>>;
  differences?: readonly string[];
  shortcomings?: readonly string[];
  /** The reason for each substitute. */
  substitutes?: readonly string[];
  /** The reason why the scaled version is smaller. */
  scaled?: string;
}
