/** Rows of erasures. Conventions as in `tables.ts`. */

export type ErasureRow = {
  sid: string;
  account: string;
  /** JSON array: of each value its digest by the key of the installation. The values themselves are in its job alone, encrypted. */
  digests: string;
  /** JSON: by whom. */
  requested_by: string;
  reason: string | null;
  /** How far it is: the number of the phase, and the key of the last row that was looked at. */
  phase: number;
  position: string;
  /** JSON object: rows of each kind. */
  counts: string;
  /** JSON of the certificate as it is signed; null until it is over, as the signature and its key (base64). */
  certificate: string | null;
  signature: string | null;
  public_key: string | null;
  created_at: number;
  completed_at: number | null;
};

export type ErasureTables = { erasures: ErasureRow };
