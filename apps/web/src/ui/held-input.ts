/** What people have put into the controls of a dialog, read from what stands on the screen: dialogs keep it in many ways, and all lose it when they go. */

/** What is one thing to a person, though several elements: a list with its box, a day with its calendar, an upload with its files. */
const COMPOSITE = '.ant-select, .ant-picker, .uploader, .ant-upload-wrapper';
const SINGLE = 'input, textarea, select, [role="switch"], [contenteditable="true"]';
/** What is looked for is not kept anywhere. */
const LOOKED_FOR = 'search, [role="search"], [type="search"], .ant-input-search';

const controlAt = (target: EventTarget | null): Element | null => {
  if (!(target instanceof Element)) return null;
  const inner = target.closest('label')?.control ?? target;
  const control = inner.closest(COMPOSITE) ?? inner.closest(SINGLE);
  return control === null || control.closest(LOOKED_FOR) !== null ? null : control;
};

const inputText = (input: HTMLInputElement): string =>
  input.type === 'checkbox' || input.type === 'radio' ? String(input.checked) : input.value;

const standingIn = (control: Element): string => {
  if (control instanceof HTMLInputElement) return inputText(control);
  if (control instanceof HTMLTextAreaElement || control instanceof HTMLSelectElement) return control.value;
  if (control.matches('[role="switch"]')) return control.getAttribute('aria-checked') ?? '';
  // What is typed to find an option is none of the value.
  const inputs = control.matches('.ant-select') ? [] : [...control.querySelectorAll('input')];
  return [control.textContent, ...inputs.map(inputText)].join('\n');
};

/** Notes each control as a person first comes to it. What the program fills in elsewhere is nobody's loss. */
export class HeldInput {
  readonly #first = new Map<Element, string>();
  #left = false;

  /** Before anything can be put into it: a press or the focus has come there. */
  reach(target: EventTarget | null): void {
    const control = controlAt(target);
    if (control !== null && !this.#first.has(control)) this.#first.set(control, standingIn(control));
  }

  /** Whether something stands there that did not when the person came. */
  isHeld(): boolean {
    return (
      this.#left || [...this.#first].some(([control, first]) => control.isConnected && standingIn(control) !== first)
    );
  }

  /** The controls are about to be drawn anew, as when another page is looked at in between: what is held stays held. */
  leave(): void {
    this.#left = this.isHeld();
    this.#first.clear();
  }
}
