import { type ReactElement, useEffect, useRef } from 'react';
import { sanitise } from './sanitise.ts';
import { textOf, type WidgetProps } from './types.ts';

const TOOLS = [
  ['bold', '粗体'],
  ['italic', '斜体'],
  ['insertUnorderedList', '项目符号'],
  ['insertOrderedList', '编号'],
] as const;

/** A few lines with bold, italic and lists. What is pasted is cleaned before it becomes the value. */
export const RichTextInput = ({ id, value, onChange, aria }: WidgetProps): ReactElement => {
  const area = useRef<HTMLDivElement>(null);
  const html = textOf(value);
  // While somebody writes, the element is ahead of the value; writing into it would move the cursor.
  useEffect(() => {
    if (area.current && document.activeElement !== area.current && area.current.innerHTML !== html)
      area.current.innerHTML = sanitise(html);
  }, [html]);
  const read = () =>
    onChange(area.current && area.current.textContent?.trim() !== '' ? sanitise(area.current.innerHTML) : null);
  return (
    <div className="rich">
      <div className="rich-tools" role="toolbar" aria-label="文字格式">
        {TOOLS.map(([command, label]) => (
          <button
            key={command}
            type="button"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              area.current?.focus();
              document.execCommand(command);
              read();
            }}
          >
            {label}
          </button>
        ))}
      </div>
      <div
        {...aria}
        ref={area}
        id={id}
        className="in in-rich"
        role="textbox"
        aria-multiline
        tabIndex={0}
        contentEditable
        suppressContentEditableWarning
        onInput={read}
        onPaste={(event) => {
          event.preventDefault();
          document.execCommand('insertText', false, event.clipboardData.getData('text/plain'));
        }}
      />
    </div>
  );
};
