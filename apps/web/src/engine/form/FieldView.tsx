import { type CompiledField, isNumeric, unitOf } from '@hengneng/form-kit';
import { memo, type ReactElement } from 'react';
import { useField, useStore } from '../store/record-store.ts';
import { IS_GROUP, IS_LINE, WIDGETS } from '../widgets/index.tsx';
import { capitalOf, readNode } from '../widgets/ReadValue.tsx';
import { BesideLink } from './BesideLink.tsx';
import { inputId, useFormSurroundings } from './context.ts';

const WIDE: ReadonlySet<string> = new Set(['textarea', 'richText', 'users']);
const isWide = ({ field }: CompiledField): boolean =>
  WIDE.has(field.type) || (field.type === 'multiEnum' && field.options.join('').length > 24);

/** Locked values are the server's; only where it has none may a person type. */
const useReadOnly = (of: CompiledField, path: string, value: unknown, editable: boolean): boolean => {
  const store = useStore();
  if (!editable || !of.editable) return true;
  if (of.field.locked !== 'known') return false;
  return value !== null && value !== undefined && value !== '' && !store.isTyped(path);
};

/** One field: label, input or value, unit, hint and message. Drawn again only when its own value, message or visibility changes. */
export const FieldView = memo(
  ({
    of,
    path,
    editable,
    cell = false,
  }: {
    readonly of: CompiledField;
    readonly path: string;
    readonly editable: boolean;
    /** In a table: the column's head is its label. */
    readonly cell?: boolean;
  }): ReactElement | null => {
    const store = useStore();
    const { prefix, withheld, closed, demanded } = useFormSurroundings();
    const { value, error, shown, labels } = useField(of, path);
    const hidden = withheld.has(of.path);
    const readOnly = useReadOnly(of, path, value, editable) || hidden || closed.has(path);
    if (!shown) return cell ? <span className="value-none">—</span> : null;
    const id = inputId(prefix, path);
    const { hint } = of.field;
    const required = of.field.required === true || (editable && demanded.has(path));
    const unit = of.field.type === 'percent' ? '%' : unitOf(of.field);
    const capital = of.field.capital === true ? capitalOf(value) : '';
    const Widget = WIDGETS[of.field.type];
    const notes = [hint && !cell ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
    const group = IS_GROUP.has(of.field.type) || of.field.type === 'enum';
    const withUnit = unit !== undefined && unit !== '' && of.field.type !== 'percent' && !cell;
    const alone = IS_LINE.has(of.field.type) && (cell || !unit);
    const body = readOnly ? (
      <div className="field-value" id={id} tabIndex={-1}>
        {readNode({ of, value, labels, withheld: hidden, plain: cell && isNumeric(of.field) })}
      </div>
    ) : (
      <div className={`field-input${withUnit ? ' with-unit' : ''}${alone ? ' field-line' : ''}`}>
        <Widget
          id={id}
          of={of}
          path={path}
          value={value ?? null}
          onChange={(next) => store.set(path, next)}
          aria={{
            ...(cell ? { 'aria-label': of.label } : group ? { 'aria-labelledby': `${id}-label` } : {}),
            ...(notes ? { 'aria-describedby': notes } : {}),
            ...(error ? { 'aria-invalid': true } : {}),
            ...(required && !group ? { 'aria-required': true } : {}),
          }}
        />
        {unit && !cell ? <span className="field-unit">{unit}</span> : null}
      </div>
    );
    const beside = hidden ? null : <BesideLink of={of} value={value} />;
    const message = error ? (
      <p className="field-error" id={`${id}-error`}>
        {error}
      </p>
    ) : null;
    if (cell)
      return (
        <>
          {body}
          {beside}
          {message}
        </>
      );
    const label = (
      <>
        {of.label}
        {required && !readOnly ? (
          <span className="field-required" aria-hidden>
            *
          </span>
        ) : null}
      </>
    );
    return (
      <div
        className={['field', isWide(of) ? 'field-wide' : '', readOnly ? 'field-read' : '', error ? 'field-bad' : '']
          .filter(Boolean)
          .join(' ')}
        data-path={path}
      >
        {readOnly || group ? (
          <span className="field-label" id={`${id}-label`}>
            {label}
          </span>
        ) : (
          <label className="field-label" htmlFor={id} id={`${id}-label`}>
            {label}
          </label>
        )}
        {body}
        {beside}
        {capital ? <p className="field-capital">{capital}</p> : null}
        {hint && !readOnly ? (
          <p className="field-hint" id={`${id}-hint`}>
            {hint}
          </p>
        ) : null}
        {message}
      </div>
    );
  },
);
