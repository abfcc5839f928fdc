/** Handing a text or picture to the person as a file. */

export function downloadFile(fileName: string, content: string | Blob, type = 'application/json'): void {
  const address = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type }) : content);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser has taken the blob over once the click is handled.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
