import { capitalWords } from '@hengneng/core';
import { type CompiledField, formatValue, isNumeric, flagName } from '@hengneng/form-kit';
import type { ReactElement } from 'react';
import { checkOf } from './check.tsx';
import { FileLink, FileThumb } from '../../ui/files/FileItem.tsx';
import { filesOf } from './files.tsx';
import { sanitise } from './sanitise.ts';

/** A flag column is fine at 0 or empty; anything else is a warning. */
const isFlagged = (of: CompiledField, value: unknown): boolean =>
  of.field.flag === true && value !== null && value !== undefined && Number(value) !== 0;

/** Words of an amount; empty for none, or for one that has no words. */
export const capitalOf = (value: unknown): string => {
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value)) return '';
  try {
    return capitalWords(value);
  } catch {
    return '';
  }
};

interface Shown {
  readonly of: CompiledField;
  readonly value: unknown;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** Without links, for a sheet of paper; without its unit, for a column whose head has it. */
  readonly plain?: boolean;
  readonly withheld?: boolean;
}

/** A value as it is read: lists, forms of others, prints. Most of them are a text, and a table has hundreds: it needs no component for each. */
export const readNode = ({ of, value, labels, plain = false, withheld = false }: Shown): ReactElement | string => {
  if (withheld) return <span className="value-none">无权查看</span>;
  const { type } = of.field;
  if (of.field.flag === true)
    return isFlagged(of, value) ? (
      <span className="value-flag">{flagName(of.label)}</span>
    ) : (
      <span className="value-none">正常</span>
    );
  if (type === 'image' || type === 'images' || type === 'signature') {
    const files = filesOf(value);
    if (files.length > 0)
      return (
        <span className={type === 'signature' ? 'value-images value-signature' : 'value-images'}>
          {files.map((file) => (
            <FileThumb key={file.URL} file={file} among={files} />
          ))}
        </span>
      );
  }
  if (!plain && (type === 'file' || type === 'files')) {
    const files = filesOf(value);
    if (files.length > 0)
      return (
        <span className="value-files">
          {files.map((file) => (
            <FileLink key={file.URL} file={file} among={files} />
          ))}
        </span>
      );
  }
  if (type === 'check') {
    const { result, photos } = checkOf(value);
    const pictures = filesOf(photos);
    if (result)
      return (
        <span className={result === '不合格' ? 'value-flag' : undefined}>
          {formatValue(of.field, value)}
          {pictures.map((file) => (
            <FileThumb key={file.URL} file={file} among={pictures} />
          ))}
        </span>
      );
  }
  if (type === 'richText' && typeof value === 'string')
    // Only what `sanitise` lets through: formatting elements without attributes.
    return <div className="value-rich" dangerouslySetInnerHTML={{ __html: sanitise(value) }} />;
  const text = formatValue(of.field, value, { withUnit: !plain, label: (key) => labels?.[key] });
  if (text === '') return <span className="value-none">—</span>;
  if (isNumeric(of.field)) {
    // Of amounts only: five degrees below zero are no loss.
    const owed = (type === 'money' || type === 'money4') && text.startsWith('-');
    return <span className={owed ? 'value-number value-negative' : 'value-number'}>{text}</span>;
  }
  // Most cells of a table are this: a text needs no element of its own.
  return type === 'textarea' ? <span className="value-lines">{text}</span> : text;
};

/** The same, where it stands alone. */
export const ReadValue = (shown: Shown): ReactElement => <>{readNode(shown)}</>;
