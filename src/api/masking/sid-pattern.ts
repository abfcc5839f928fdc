/** A SID names a resource and no person; but that of a contact (FC…) is made of the address, by which it can be guessed. */
export const sidPattern = /^(?!FC)[A-Z]{2}[0-9a-fA-F]{32}$/;
