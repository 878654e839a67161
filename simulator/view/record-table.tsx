import type { DecisionDocument } from "../../src/index";

/** All fields of a decision's record, as a journal has them. */
export function RecordTable({ record }: { readonly record: DecisionDocument }) {
  return (
    <div class="table-scroll">
      <table class="record">
        <tbody>
          {Object.entries(record).map(([field, value]) => (
            <tr key={field}>
              <th scope="row">
                <code>{field}</code>
              </th>
              <td>
                <code>{JSON.stringify(value)}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
