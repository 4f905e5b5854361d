/** Pages of the form modules: every screen of a module that has a definition. The pages themselves load when first opened. */
import { SCREENS, type Screen } from '@hengneng/core';
import type { ReactElement } from 'react';
import { type LaterPage, laterPage } from '../ui/later-page.tsx';
import { isDefined } from './defined.ts';
import { askAhead } from './form/ahead.ts';
import './engine.css';

/** Loads a module's definition beside the page that shows it. */
const withForm = async <P,>(moduleId: string, page: Promise<P>): Promise<P> => {
  const [module] = await Promise.all([page, import('./load.ts').then(({ loadForm }) => loadForm(moduleId))]);
  return module;
};

const SCOPES = { list: 'all', areaList: 'area', regionList: 'all', limitList: 'limit' } as const;

const pageOf = (screen: Screen, moduleId: string): LaterPage | null => {
  switch (screen.kind) {
    case 'list':
    case 'areaList':
    case 'regionList':
    case 'limitList': {
      const { kind } = screen;
      return laterPage(async () => {
        const { default: ListPage } = await withForm(moduleId, import('./list/ListPage.tsx'));
        return {
          default: (): ReactElement => (
            <ListPage moduleId={moduleId} screen={screen} scope={SCOPES[kind]} byArea={kind === 'regionList'} />
          ),
        };
      });
    }
    case 'task':
      return laterPage(async () => {
        const { default: TaskPage } = await withForm(moduleId, import('./task/TaskPage.tsx'));
        return { default: (): ReactElement => <TaskPage moduleId={moduleId} screen={screen} /> };
      });
    case 'form':
      return laterPage(
        async () => {
          // It loads the definition itself, while the server is asked for the record.
          const { default: FormPage } = await import('./form/FormPage.tsx');
          return { default: (): ReactElement => <FormPage moduleId={moduleId} /> };
        },
        (params) => askAhead(moduleId, params),
      );
    default:
      return null;
  }
};

/** Path of a form module's screen → its page. */
export const formScreens: Readonly<Record<string, LaterPage>> = Object.fromEntries(
  SCREENS.flatMap((screen) => {
    if (!screen.module || !isDefined(screen.module)) return [];
    const page = pageOf(screen, screen.module);
    return page ? [[screen.path, page]] : [];
  }),
);

/** Path of a book's page → its page. */
export const bookScreens: Readonly<Record<string, LaterPage>> = Object.fromEntries(
  SCREENS.flatMap((screen) => {
    const { book } = screen;
    if (book === undefined) return [];
    const page = laterPage(async () => {
      const [{ BookPage }, loaded] = await Promise.all([
        import('./books/BookPage.tsx'),
        import('./books/load.ts').then(({ loadBook }) => loadBook(book)),
      ]);
      return { default: (): ReactElement => <BookPage screen={screen} loaded={loaded} /> };
    });
    return [[screen.path, page]];
  }),
);
