/** What stood on the pages when a flow failed is told along with its error: on another machine there is nothing else to go by. */
import { afterEach } from 'vitest';
import { openPages } from './support.ts';

/** So many characters of each page: its dialogs, messages and the beginning of what is shown. */
const SEEN = 800;
/** The pages that were opened last: those before were left by others. */
const PAGES = 3;

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  const [error] = task.result.errors ?? [];
  if (error === undefined) return;
  const seen: string[] = [];
  for (const page of openPages().slice(0, PAGES)) {
    const look = async (): Promise<string> => {
      const said = page.locator(
        '[role="dialog"]:visible, [role="alert"]:visible, .ant-message:visible, .tab-pane:visible',
      );
      const texts = await said.allInnerTexts();
      return `${page.url()}\n${texts.map((text) => text.replaceAll(/\s+/g, ' ').slice(0, SEEN)).join('\n')}`;
    };
    seen.push(await look().catch(() => page.url()));
  }
  const there = `\nOn the pages:\n${seen.join('\n')}`;
  error.message += there;
  error.stack = `${error.stack ?? error.message}${there}`;
});
