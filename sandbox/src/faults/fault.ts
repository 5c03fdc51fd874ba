/** A fault that was asked for: what goes wrong, where, how often. */
export interface Fault {
  name: string;
  /** operationId the fault is limited to; without it, the fault's own default applies. */
  on?: string;
  value?: string;
  /** How many times it strikes; without it, always. */
  times?: number;
}
