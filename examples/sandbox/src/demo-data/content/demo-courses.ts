// The demo's courses: short, honest lessons in the words of the product's teachers. Their pictures, film and papers are made
// by examples/server/scripts/make-course-files.mjs.
import type { NewCourse } from '@openbell/example-server';

type DemoCourse = Omit<NewCourse, 'position' | 'publishedAt' | 'createdAt'> & { readonly published: boolean };

/** In the order of the list. */
export const demoCourses: readonly DemoCourse[] = [
  {
    name: 'Reading the opening range',
    description: 'What the first fifteen minutes tell, and what they do not.',
    image: 'opening-range.webp',
    video: 'opening-range.webm',
    captions: 'opening-range.vtt',
    published: true,
    documents: [
      { name: 'Opening range worksheet', file: 'opening-range-worksheet.pdf' },
      { name: 'Glossary of the open', file: 'opening-range-glossary.pdf' },
    ],
    details: `<p>The opening range is the distance between the highest and the lowest price of the first minutes. It is a
<strong>measure</strong>, not a forecast: it says how far buyers and sellers disagreed before most people had made up their minds.</p>
<h2>What you will do</h2>
<ol>
<li>Mark the high and the low of the first five and the first fifteen minutes.</li>
<li>Wait for a close outside the range, not for a touch.</li>
<li>Write down the stop before the entry, and the size after the stop.</li>
</ol>
<h2>What goes wrong</h2>
<p>A narrow range in front of scheduled news breaks both ways. When there is news at 10:00, the range that counts begins
at 10:00.</p>
<blockquote>If you cannot say where you are wrong, you are not in a trade yet.</blockquote>
<p>Everything here is for learning. Options can lose their whole value, and most beginners lose money.</p>`,
  },
  {
    name: 'Strength and its limits: the RSI',
    description: 'A relative strength index lesson: what the line measures, and when to leave it alone.',
    image: 'relative-strength.webp',
    video: null,
    captions: null,
    published: true,
    documents: [{ name: 'RSI on one page', file: 'rsi-on-one-page.pdf' }],
    details: `<p>The relative strength index compares the average gain with the average loss of the last fourteen bars, on a scale from
0 to 100.</p>
<h2>Three readings</h2>
<table>
<thead><tr><th>Reading</th><th>Often taken to mean</th><th>What it says</th></tr></thead>
<tbody>
<tr><td>Above 70</td><td>Overbought</td><td>Gains were large against losses</td></tr>
<tr><td>Near 50</td><td>Undecided</td><td>Gains and losses were alike</td></tr>
<tr><td>Below 30</td><td>Oversold</td><td>Losses were large against gains</td></tr>
</tbody>
</table>
<p>In a trend the line stays at one end for days. Selling because it is <em>high</em> is how trends take money from
people who are right too early.</p>`,
  },
  {
    name: 'Steps: a breakout pattern',
    description: 'Base, break, retest. How a step forms, and the price at which it has failed.',
    image: 'step-pattern.webp',
    video: null,
    captions: null,
    published: true,
    documents: [],
    details: `<p>A step is a base that is left and then visited once more. The visit is where the risk is small, because the price at
which the idea has failed is near.</p>
<ul>
<li><b>Base</b>: five bars or more within one average range.</li>
<li><b>Break</b>: a close outside it, on more volume than the base had.</li>
<li><b>Retest</b>: a return that holds the edge. Without one there is no step.</li>
</ul>`,
  },
  {
    name: 'Order flow, slowly',
    description: 'Sequencing and in-the-money flow: the notes follow after the live session.',
    image: 'order-flow.webp',
    video: null,
    captions: null,
    published: true,
    documents: [],
    details: '',
  },
  {
    name: 'Momentum, still being written',
    description: 'A draft: not published, so nobody is shown it.',
    image: null,
    video: null,
    captions: null,
    published: false,
    documents: [],
    details: '<p>Draft.</p>',
  },
];
