/** Writes a .docx: headings, paragraphs, tables and charts on A4, for whoever goes on writing in it. */
import { Writable } from 'node:stream';
import { chartXml, type DocChart } from './chart.ts';
import { escapeXml, PACKAGE, RELATIONS, XML, ZipWriter } from './zip.ts';

export type { DocChart } from './chart.ts';

export interface DocTable {
  readonly title: string;
  readonly columns: readonly { readonly head: string; readonly right: boolean }[];
  readonly rows: readonly (readonly string[])[];
}

export interface DocSection {
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly tables: readonly DocTable[];
  readonly charts: readonly DocChart[];
}

export interface Doc {
  readonly title: string;
  /** What it is of, in two columns below the title. */
  readonly about: readonly (readonly [string, string])[];
  readonly sections: readonly DocSection[];
  /** At the foot of every page, before its number. */
  readonly foot: string;
}

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const TYPE = 'application/vnd.openxmlformats-officedocument';
/** A4 with margins of 20 mm, in twentieths of a point. */
const PAGE = { width: 11_906, height: 16_838, margin: 1134 } as const;
const LINE = PAGE.width - 2 * PAGE.margin;
/** Of a chart, in English Metric Units: as wide as the line, 70 mm high. */
const CHART = { wide: LINE * 635, high: 2_520_000 } as const;

const run = (text: string, bold = false): string =>
  `<w:r>${bold ? '<w:rPr><w:b/></w:rPr>' : ''}<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`;
const paragraph = (text: string, style: string | null = null): string =>
  `<w:p>${style === null ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${run(text)}</w:p>`;

const cellXml = (text: string, width: number, right: boolean, head: boolean): string =>
  `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${head ? '<w:shd w:val="clear" w:color="auto" w:fill="EEF2F6"/>' : ''}</w:tcPr><w:p><w:pPr><w:pStyle w:val="Cell"/>${right ? '<w:jc w:val="right"/>' : ''}</w:pPr>${run(text, head)}</w:p></w:tc>`;

/** Wider characters take as much again; no column vanishes beside a long one. */
const lengthOf = (text: string): number => [...text].reduce((sum, one) => sum + (one > '\u02ff' ? 2 : 1), 0);
function widthsOf(columns: readonly string[], rows: readonly (readonly string[])[]): readonly number[] {
  const wanted = columns.map((head, at) =>
    Math.min(30, Math.max(6, lengthOf(head), ...rows.map((row) => lengthOf(row[at] ?? '')))),
  );
  const all = wanted.reduce((sum, one) => sum + one, 0);
  return wanted.map((one) => Math.floor((LINE * one) / all));
}

const grid = (widths: readonly number[], rows: string): string =>
  `<w:tbl><w:tblPr><w:tblStyle w:val="Grid"/><w:tblW w:w="${LINE}" w:type="dxa"/><w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>${widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid>${rows}</w:tbl>`;

function tableXml({ title, columns, rows }: DocTable): string {
  const widths = widthsOf(
    columns.map(({ head }) => head),
    rows,
  );
  const line = (cells: readonly string[], head: boolean): string =>
    `<w:tr><w:trPr><w:cantSplit/>${head ? '<w:tblHeader/>' : ''}</w:trPr>${columns
      .map(({ right }, at) => cellXml(cells[at] ?? '', widths[at] ?? 0, right, head))
      .join('')}</w:tr>`;
  const heads = columns.map(({ head }) => head);
  return `${paragraph(title, 'Caption')}${grid(widths, [line(heads, true), ...rows.map((row) => line(row, false))].join(''))}${paragraph('')}`;
}

const aboutXml = (about: Doc['about']): string => {
  const widths = [Math.floor(LINE * 0.18), Math.floor(LINE * 0.82)];
  const rows = about.map(
    ([name, value]) =>
      `<w:tr><w:trPr><w:cantSplit/></w:trPr>${cellXml(name, widths[0] ?? 0, false, true)}${cellXml(value, widths[1] ?? 0, false, false)}</w:tr>`,
  );
  return `${grid(widths, rows.join(''))}${paragraph('')}`;
};

/** @param number of the chart in the document, from 1 */
const drawing = ({ title }: DocChart, number: number): string =>
  `<w:p><w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${CHART.wide}" cy="${CHART.high}"/><wp:docPr id="${number}" name="图 ${number}" descr="${escapeXml(title)}"/><wp:cNvGraphicFramePr/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart r:id="chart${number}"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;

function bodyXml({ title, about, sections }: Doc): string {
  let charts = 0;
  const parts = sections.map((section) => {
    const drawn = section.charts.map((chart) => drawing(chart, ++charts));
    return [
      paragraph(section.title, 'Heading1'),
      ...section.paragraphs.map((text) => paragraph(text)),
      ...drawn,
      ...section.tables.map(tableXml),
    ].join('');
  });
  return `${XML}<w:document xmlns:w="${WORD}" xmlns:r="${RELATIONS}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><w:body>${paragraph(title, 'Title')}${aboutXml(about)}${parts.join('')}<w:sectPr><w:footerReference w:type="default" r:id="footer"/><w:pgSz w:w="${PAGE.width}" w:h="${PAGE.height}"/><w:pgMar w:top="${PAGE.margin}" w:right="${PAGE.margin}" w:bottom="${PAGE.margin}" w:left="${PAGE.margin}" w:header="567" w:footer="567" w:gutter="0"/></w:sectPr></w:body></w:document>`;
}

const FONTS = '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="等线" w:cs="Calibri"/>';
const style = (id: string, name: string, paragraphs: string, runs: string): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/><w:qFormat/><w:pPr>${paragraphs}</w:pPr><w:rPr>${runs}</w:rPr></w:style>`;
const edge = (side: string): string => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="BFBFBF"/>`;

const STYLES = `${XML}<w:styles xmlns:w="${WORD}"><w:docDefaults><w:rPrDefault><w:rPr>${FONTS}<w:sz w:val="21"/><w:lang w:val="zh-CN" w:eastAsia="zh-CN"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="100" w:line="300" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>${style('Title', 'Title', '<w:jc w:val="center"/><w:spacing w:after="240"/>', '<w:b/><w:sz w:val="36"/>')}${style('Heading1', 'heading 1', '<w:keepNext/><w:spacing w:before="280" w:after="120"/><w:outlineLvl w:val="0"/>', '<w:b/><w:sz w:val="28"/>')}${style('Caption', 'caption', '<w:keepNext/><w:spacing w:before="120" w:after="60"/>', '<w:b/><w:sz w:val="20"/>')}${style('Cell', 'Cell', '<w:spacing w:before="20" w:after="20" w:line="240" w:lineRule="auto"/>', '<w:sz w:val="18"/>')}<w:style w:type="table" w:styleId="Grid"><w:name w:val="Table Grid"/><w:tblPr><w:tblBorders>${['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(edge).join('')}</w:tblBorders><w:tblCellMar><w:left w:w="70" w:type="dxa"/><w:right w:w="70" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style></w:styles>`;

const field = (code: string): string => `<w:fldSimple w:instr=" ${code} "><w:r><w:t>1</w:t></w:r></w:fldSimple>`;
const footerXml = (foot: string): string =>
  `${XML}<w:ftr xmlns:w="${WORD}"><w:p><w:pPr><w:pStyle w:val="Cell"/><w:jc w:val="center"/></w:pPr>${run(`${foot}　第 `)}${field('PAGE')}${run(' / ')}${field('NUMPAGES')}${run(' 页')}</w:p></w:ftr>`;

const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
const relations = (all: readonly string[]): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;

function partsOf(doc: Doc): readonly (readonly [string, string])[] {
  const charts = doc.sections.flatMap((section) => section.charts);
  const override = (part: string, type: string): string =>
    `<Override PartName="${part}" ContentType="${TYPE}.${type}+xml"/>`;
  return [
    [
      '[Content_Types].xml',
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('/word/document.xml', 'wordprocessingml.document.main')}${override('/word/styles.xml', 'wordprocessingml.styles')}${override('/word/footer1.xml', 'wordprocessingml.footer')}${charts.map((_, at) => override(`/word/charts/chart${at + 1}.xml`, 'drawingml.chart')).join('')}</Types>`,
    ],
    ['_rels/.rels', relations([relation('rId1', 'officeDocument', 'word/document.xml')])],
    ['word/document.xml', bodyXml(doc)],
    [
      'word/_rels/document.xml.rels',
      relations([
        relation('styles', 'styles', 'styles.xml'),
        relation('footer', 'footer', 'footer1.xml'),
        ...charts.map((_, at) => relation(`chart${at + 1}`, 'chart', `charts/chart${at + 1}.xml`)),
      ]),
    ],
    ['word/styles.xml', STYLES],
    ['word/footer1.xml', footerXml(doc.foot)],
    ...charts.map((chart, at): readonly [string, string] => [`word/charts/chart${at + 1}.xml`, chartXml(chart)]),
  ];
}

export const DOCX_TYPE = `${TYPE}.wordprocessingml.document`;

export async function documentOf(doc: Doc): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const out = new Writable({
    write(piece: Buffer, _encoding, done) {
      pieces.push(piece);
      done();
    },
  });
  const zip = new ZipWriter(out);
  for (const [path, text] of partsOf(doc)) await zip.add(path, [text]);
  await zip.finish();
  return Buffer.concat(pieces);
}
