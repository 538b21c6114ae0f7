/** Makes the browser download a string as a file. @example downloadText("codes.txt", "abcd\n") */
export function downloadText(name: string, text: BlobPart): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
