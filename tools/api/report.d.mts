/** What the entries export, and the types in their signatures that no entry exports. */
export interface ApiReports {
  /** The text of each report, by the name of its entry. */
  readonly reports: Readonly<Record<string, string>>;
  readonly unnameable: readonly string[];
}

export function apiReports(entries: readonly string[], packageFolder?: string): ApiReports;
