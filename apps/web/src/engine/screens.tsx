/** Pages of the form modules: every screen of a module that has a definition. The pages themselves load when first opened. */
import { SCREENS, type Screen } from '@hengneng/core';
import { type ComponentType, lazy, type ReactElement } from 'react';
import { isDefined } from './defined.ts';
import './engine.css';

const ListPage = lazy(() => import('./list/ListPage.tsx'));
const TaskPage = lazy(() => import('./task/TaskPage.tsx'));
const FormPage = lazy(() => import('./form/FormPage.tsx'));

const SCOPES = { list: 'all', areaList: 'area', regionList: 'all', limitList: 'limit' } as const;

const pageOf = (screen: Screen, moduleId: string): ComponentType | null => {
  switch (screen.kind) {
    case 'list':
    case 'areaList':
    case 'regionList':
    case 'limitList': {
      const { kind } = screen;
      return (): ReactElement => (
        <ListPage moduleId={moduleId} screen={screen} scope={SCOPES[kind]} byArea={kind === 'regionList'} />
      );
    }
    case 'task':
      return (): ReactElement => <TaskPage moduleId={moduleId} title={screen.title} />;
    case 'form':
      return (): ReactElement => <FormPage moduleId={moduleId} />;
    default:
      return null;
  }
};

/** Path of a form module's screen → its page. */
export const formScreens: Readonly<Record<string, ComponentType>> = Object.fromEntries(
  SCREENS.flatMap((screen) => {
    if (!screen.module || !isDefined(screen.module)) return [];
    const page = pageOf(screen, screen.module);
    return page ? [[screen.path, page]] : [];
  }),
);
