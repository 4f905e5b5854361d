/** Rich text without anything that could act: a few elements stay, every attribute goes. */
const KEPT = new Set(['B', 'STRONG', 'I', 'EM', 'U', 'UL', 'OL', 'LI', 'P', 'DIV', 'BR']);
/** Their text is no text. */
const DROPPED = new Set(['SCRIPT', 'STYLE', 'IFRAME', 'OBJECT', 'TEMPLATE', 'SVG', 'MATH', 'NOSCRIPT']);

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const clean = (node: Node): string => {
  if (node.nodeType === Node.TEXT_NODE) return escape(node.textContent ?? '');
  if (!(node instanceof Element)) return '';
  const name = node.tagName.toUpperCase();
  if (DROPPED.has(name)) return '';
  const inner = [...node.childNodes].map(clean).join('');
  if (name === 'BR') return '<br>';
  return KEPT.has(name) ? `<${name.toLowerCase()}>${inner}</${name.toLowerCase()}>` : inner;
};

/** @returns HTML that consists of plain formatting elements and escaped text only. */
export const sanitise = (html: string): string => {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  return [...parsed.body.childNodes].map(clean).join('');
};
