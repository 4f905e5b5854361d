/** Notices from code that is no component. The application registers who shows them. */
export interface Undo {
  /** A moment as ISO text. */
  readonly until: string;
  readonly act: () => void;
}

export interface Notifier {
  /** @param undo how what was done is undone, and until when; it is offered beside the text for so long */
  success(text: string, undo?: Undo): void;
  info(text: string): void;
  warning(text: string): void;
  error(text: string, title?: string): void;
  /** A download under way: the same key replaces the last figure; 100 ends it. */
  progress(key: string, title: string, percent: number): void;
  closeProgress(key: string): void;
}

let current: Notifier | null = null;

export const registerNotifier = (notifier: Notifier): void => {
  current = notifier;
};

export const notify: Notifier = {
  success: (text, undo) => current?.success(text, undo),
  info: (text) => current?.info(text),
  warning: (text) => current?.warning(text),
  error: (text, title) => current?.error(text, title),
  progress: (key, title, percent) => current?.progress(key, title, percent),
  closeProgress: (key) => current?.closeProgress(key),
};
