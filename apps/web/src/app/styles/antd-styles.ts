/**
 * What antd would write into the page's styles at every start, written once when the pages are built. Components that are drawn here have no code
 * for it in the browser any more (`../../build/quiet-styles.ts`); any other goes on writing its own, so that nothing is ever without its look.
 */
import { createCache, extractStyle, StyleProvider } from '@ant-design/cssinjs';
import {
  App,
  Button,
  Checkbox,
  ConfigProvider,
  DatePicker,
  Dropdown,
  Input,
  Mentions,
  Menu,
  Pagination,
  Popover,
  Segmented,
  Select,
  Skeleton,
  Tooltip,
  TreeSelect,
} from 'antd';
import { createElement, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { theme } from '../theme.ts';

/** What stands on the screen before anything was clicked: the shell, the workbench, lists and forms. */
const drawn: readonly ReactElement[] = [
  createElement(App, { key: 'app' }),
  createElement(Button, { key: 'button' }),
  createElement(Checkbox, { key: 'checkbox' }),
  createElement(DatePicker, { key: 'date' }),
  createElement(Dropdown, { key: 'dropdown', menu: { items: [] } }, createElement('i')),
  createElement(Input, { key: 'input' }),
  createElement(Mentions, { key: 'mentions' }),
  createElement(Menu, { key: 'menu', mode: 'inline', items: [{ key: 'a', label: '·', children: [] }] }),
  createElement(Pagination, { key: 'pagination', total: 40 }),
  createElement(Popover, { key: 'popover' }, createElement('i')),
  createElement(Segmented, { key: 'segmented', options: ['·'] }),
  createElement(Select, { key: 'select' }),
  createElement(Skeleton, { key: 'skeleton' }),
  createElement(Tooltip, { key: 'tooltip', title: '·' }, createElement('i')),
  createElement(TreeSelect, { key: 'tree-select' }),
];

/** A style sheet; it also tells the browser's antd which components it covers. */
export const staticStyles = (): string => {
  const cache = createCache();
  renderToString(createElement(StyleProvider, { cache }, createElement(ConfigProvider, { theme }, ...drawn)));
  return extractStyle(cache, { plain: true, types: ['style'] });
};
