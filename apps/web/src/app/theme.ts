/** The look of everything antd draws. The colours are also CSS variables in `styles.css`. */
import type { ThemeConfig } from 'antd';

const ACCENT = '#0f5c66';

const FONT =
  '"PingFang SC", "Microsoft YaHei", "Noto Sans SC", "Source Han Sans SC", "Noto Sans CJK SC", system-ui, -apple-system, "Segoe UI", sans-serif';

export const theme: ThemeConfig = {
  // One antd and one look on every page: nothing to tell apart by hashes.
  hashed: false,
  token: {
    colorPrimary: ACCENT,
    colorInfo: ACCENT,
    colorLink: '#0b5f6b',
    colorSuccess: '#1f7a45',
    colorWarning: '#a15c07',
    // Made from the colour by itself it is a dull brown.
    colorWarningBg: '#fbefdc',
    colorWarningBorder: '#ecd2a6',
    colorError: '#b3261e',
    colorText: '#1c2729',
    colorTextSecondary: '#4d5b5e',
    colorTextTertiary: '#536164',
    colorTextDescription: '#536164',
    colorTextPlaceholder: '#6b787b',
    colorBorder: '#c9d2d3',
    colorBorderSecondary: '#e2e8e8',
    colorBgLayout: '#f3f6f6',
    fontFamily: FONT,
    fontSize: 14,
    borderRadius: 5,
    controlHeight: 32,
    wireframe: false,
    motionDurationMid: '0.12s',
    motionDurationSlow: '0.16s',
  },
  components: {
    Table: {
      headerBg: '#eef3f3',
      // The tones of the accent are too dark to read figures on.
      rowSelectedBg: '#e2eeef',
      rowSelectedHoverBg: '#d8e8ea',
      headerColor: '#33474a',
      cellPaddingBlockSM: 7,
      cellPaddingInlineSM: 10,
      rowHoverBg: '#f2f8f8',
      headerSplitColor: '#dbe3e3',
    },
    Menu: {
      itemHeight: 34,
      itemBorderRadius: 5,
      itemSelectedBg: '#dcecee',
      itemSelectedColor: '#0b4a53',
      itemColor: '#2c3c3f',
      subMenuItemBg: 'transparent',
      itemMarginBlock: 2,
    },
    Tree: { nodeSelectedBg: '#dcecee', nodeHoverBg: '#f2f6f6', titleHeight: 28 },
    Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
    Tabs: { horizontalItemPadding: '9px 0', titleFontSize: 14 },
    Form: { itemMarginBottom: 16, verticalLabelPadding: '0 0 4px' },
    Modal: { titleFontSize: 16 },
  },
};

/** On a phone whatever is pressed is as tall as a finger wants it, also what is small beside a mouse. */
const FINGER = { controlHeight: 44, controlHeightSM: 44, controlHeightLG: 48 };
/** A month in days as wide as a finger still fits the screen. */
const FINGER_PARTS = {
  Tree: { ...theme.components?.Tree, titleHeight: 44 },
  DatePicker: { cellWidth: 44, cellHeight: 40 },
  Tabs: { ...theme.components?.Tabs, horizontalItemPadding: '11px 0' },
};

/** @param still for who wants no motion: antd then waits for the end of none, which the style sheet would let it wait for in vain */
export const themeFor = ({ phone, still }: { readonly phone: boolean; readonly still: boolean }): ThemeConfig => ({
  ...theme,
  token: { ...theme.token, ...(phone ? FINGER : {}), ...(still ? { motion: false } : {}) },
  components: { ...theme.components, ...(phone ? FINGER_PARTS : {}) },
});
