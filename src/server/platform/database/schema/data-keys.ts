/** Rows of the keys that data of contacts is encrypted with. */

/** The newest encrypts, each decrypts. `key` is 32 bytes in base64, encrypted with SECRET_KEY. */
export type DataKeyTableRow = { id: number; key: string; created_at: number };

export type DataKeyTables = { data_keys: DataKeyTableRow };
