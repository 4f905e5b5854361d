/** What a browser can show of a file. The server has judged the content when the file came; here its name is enough to offer a view. */
export type FileKind = 'picture' | 'pdf' | 'other';

export const kindOf = (name: string): FileKind => {
  if (/\.(png|jpe?g|gif|webp|bmp|avif)$/i.test(name)) return 'picture';
  // Phones download PDFs only.
  return /\.pdf$/i.test(name) && navigator.pdfViewerEnabled ? 'pdf' : 'other';
};
