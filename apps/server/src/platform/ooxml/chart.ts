/** Charts that a word processor draws itself: sharp at any size, and their figures can be read in the file. */
import { escapeXml, RELATIONS, XML } from './zip.ts';

export interface DocChart {
  readonly kind: 'bar' | 'line';
  readonly title: string;
  readonly unit: string;
  readonly names: readonly string[];
  /** A value for each name; null where nothing is known, which is a gap and no zero. */
  readonly series: readonly { readonly name: string; readonly values: readonly (string | null)[] }[];
}

const COLOURS = ['2F6FB2', 'C7762B', '3C8D5A', '7A5BA6', '8A8F98'];
const CHART = 'http://schemas.openxmlformats.org/drawingml/2006/chart';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/main';

const titleXml = (text: string, size: number): string =>
  `<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:pPr><a:defRPr sz="${size}" b="0"/></a:pPr><a:r><a:rPr lang="zh-CN" sz="${size}" b="0"/><a:t>${escapeXml(text)}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title>`;

const namesXml = (names: readonly string[]): string =>
  `<c:cat><c:strLit><c:ptCount val="${names.length}"/>${names.map((name, at) => `<c:pt idx="${at}"><c:v>${escapeXml(name)}</c:v></c:pt>`).join('')}</c:strLit></c:cat>`;

const valuesXml = (values: readonly (string | null)[]): string =>
  `<c:val><c:numLit><c:formatCode>General</c:formatCode><c:ptCount val="${values.length}"/>${values
    .map((value, at) => (value === null ? '' : `<c:pt idx="${at}"><c:v>${escapeXml(value)}</c:v></c:pt>`))
    .join('')}</c:numLit></c:val>`;

const seriesXml = (chart: DocChart, at: number): string => {
  const { name, values } = chart.series[at] ?? { name: '', values: [] };
  const colour = `<a:solidFill><a:srgbClr val="${COLOURS[at % COLOURS.length] ?? '2F6FB2'}"/></a:solidFill>`;
  const head = `<c:idx val="${at}"/><c:order val="${at}"/><c:tx><c:v>${escapeXml(name)}</c:v></c:tx>`;
  return chart.kind === 'bar'
    ? `<c:ser>${head}<c:spPr>${colour}</c:spPr><c:invertIfNegative val="0"/>${namesXml(chart.names)}${valuesXml(values)}</c:ser>`
    : `<c:ser>${head}<c:spPr><a:ln w="22225">${colour}</a:ln></c:spPr><c:marker><c:symbol val="none"/></c:marker>${namesXml(chart.names)}${valuesXml(values)}<c:smooth val="0"/></c:ser>`;
};

const plotXml = (chart: DocChart): string => {
  const all = chart.series.map((_, at) => seriesXml(chart, at)).join('');
  const axes = '<c:axId val="1"/><c:axId val="2"/>';
  return chart.kind === 'bar'
    ? `<c:barChart><c:barDir val="col"/><c:grouping val="clustered"/><c:varyColors val="0"/>${all}<c:gapWidth val="60"/>${axes}</c:barChart>`
    : `<c:lineChart><c:grouping val="standard"/><c:varyColors val="0"/>${all}<c:marker val="1"/>${axes}</c:lineChart>`;
};

export const chartXml = (chart: DocChart): string =>
  `${XML}<c:chartSpace xmlns:c="${CHART}" xmlns:a="${DRAWING}" xmlns:r="${RELATIONS}"><c:roundedCorners val="0"/><c:chart>${titleXml(chart.title, 1200)}<c:autoTitleDeleted val="0"/><c:plotArea><c:layout/>${plotXml(chart)}<c:catAx><c:axId val="1"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="b"/><c:numFmt formatCode="General" sourceLinked="0"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="low"/><c:crossAx val="2"/><c:crosses val="autoZero"/><c:auto val="0"/><c:lblAlgn val="ctr"/><c:lblOffset val="100"/><c:noMultiLvlLbl val="1"/></c:catAx><c:valAx><c:axId val="2"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="l"/><c:majorGridlines><c:spPr><a:ln w="6350"><a:solidFill><a:srgbClr val="D9D9D9"/></a:solidFill></a:ln></c:spPr></c:majorGridlines>${titleXml(chart.unit, 900)}<c:numFmt formatCode="#,##0.##" sourceLinked="0"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/><c:crossAx val="1"/><c:crosses val="autoZero"/><c:crossBetween val="${chart.kind === 'bar' ? 'between' : 'midCat'}"/></c:valAx></c:plotArea><c:legend><c:legendPos val="b"/><c:overlay val="0"/></c:legend><c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart></c:chartSpace>`;
