/** How long receipts are kept. */
export interface ReceiptsOptions {
  /** Days after which a receipt is removed. @default 30 */
  days?: number
  /** Maximum bytes of all receipts together: the oldest are removed first. @default 10,000,000 */
  maxBytes?: number
}

/** {@link ReceiptsOptions} with every value decided. */
export type ResolvedReceiptsOptions = Readonly<Required<ReceiptsOptions>>

/** What holds where a caller says nothing. */
export const receiptsDefaults: ResolvedReceiptsOptions = { days: 30, maxBytes: 10_000_000 }
