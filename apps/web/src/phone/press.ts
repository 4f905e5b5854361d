/** What a key makes of the text; a dial has only so many digits. */
export const pressed = (
  text: string,
  key: string,
  { Digits, Decimals }: { Digits: number; Decimals: number },
): string => {
  if (key === '⌫') return text.slice(0, -1);
  if (key === '.') return Decimals === 0 || text.includes('.') ? text : `${text === '' ? '0' : text}.`;
  const [whole = '', fraction] = text.split('.');
  if (fraction === undefined ? whole.length >= Digits : fraction.length >= Decimals) return text;
  return text === '0' ? key : text + key;
};
