import busiest from "../../data/azure-code-busiest2000.csv?url";
import code from "../traces/azure-code-hour.csv.gz?url";
import conversation from "../traces/azure-conversation-hour.csv.gz?url";

/** A trace that comes with the page. */
export interface ShippedTrace {
  readonly id: string;
  readonly label: string;
  /** Name of the file in documents. */
  readonly file: string;
  readonly url: string;
}

export const SHIPPED_TRACES: readonly ShippedTrace[] = [
  {
    id: "azure-code-busiest2000",
    label: "Azure code, the busiest 8 minutes",
    file: "azure-code-busiest2000.csv",
    url: busiest,
  },
  { id: "azure-code-hour", label: "Azure code, an hour", file: "azure-code-hour.csv.gz", url: code },
  {
    id: "azure-conversation-hour",
    label: "Azure conversation, an hour",
    file: "azure-conversation-hour.csv.gz",
    url: conversation,
  },
];
