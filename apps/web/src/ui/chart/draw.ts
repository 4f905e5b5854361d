/** The one place that loads the drawing library, with as much of it as our pictures need. */
import {
  BarChart,
  BoxplotChart,
  FunnelChart,
  HeatmapChart,
  LineChart,
  PieChart,
  RadarChart,
  SankeyChart,
  ScatterChart,
  TreemapChart,
} from 'echarts/charts';
import {
  AriaComponent,
  DataZoomComponent,
  GridComponent,
  LegendComponent,
  MarkLineComponent,
  RadarComponent,
  TooltipComponent,
  VisualMapComponent,
} from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { EChartsOption } from 'echarts';

use([
  BarChart,
  BoxplotChart,
  FunnelChart,
  HeatmapChart,
  LineChart,
  PieChart,
  RadarChart,
  SankeyChart,
  ScatterChart,
  TreemapChart,
  AriaComponent,
  DataZoomComponent,
  GridComponent,
  LegendComponent,
  MarkLineComponent,
  RadarComponent,
  TooltipComponent,
  VisualMapComponent,
  SVGRenderer,
]);

export interface Drawing {
  set(option: EChartsOption): void;
  resize(): void;
  /** Drawn for the width of the screen: lets it shrink with its place while it is printed. */
  onPaper(printed: boolean): void;
  /** The picture as an SVG document. */
  image(): string;
  onPick(pick: ((name: string, series: string) => void) | null): void;
  end(): void;
}

export const draw = (element: HTMLElement): Drawing => {
  const chart = init(element, null, { renderer: 'svg', locale: 'ZH' });
  // Words are measured before they are drawn: in the face that they will have.
  const textStyle = { fontFamily: getComputedStyle(element).fontFamily };
  return {
    set: (option) => chart.setOption({ ...option, textStyle }, { notMerge: true }),
    resize: () => chart.resize(),
    onPaper: (printed) => {
      const picture = element.querySelector('svg');
      if (printed) picture?.setAttribute('viewBox', `0 0 ${chart.getWidth()} ${chart.getHeight()}`);
      else picture?.removeAttribute('viewBox');
    },
    image: () => chart.renderToSVGString(),
    onPick: (pick) => {
      chart.off('click');
      if (pick) chart.on('click', ({ name, seriesName }) => pick(name, seriesName ?? ''));
    },
    end: () => chart.dispose(),
  };
};
