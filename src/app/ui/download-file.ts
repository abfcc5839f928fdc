/** Handing a text to the person as a file. */

export function downloadFile(fileName: string, text: string, type = 'application/json'): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser has taken the blob over once the click is handled.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
