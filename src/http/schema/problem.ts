import { Type } from "typebox";

/** The error body of session creation (spec 7.1). */
export const DetailSchema = Type.Object({ detail: Type.String() });

const problem = {
  type: Type.String({ format: "uri" }),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String(),
  code: Type.String(),
  errors: Type.Optional(
    Type.Array(Type.Object({ field: Type.String(), message: Type.String() }), { minItems: 1 }),
  ),
};

/** A problem document of RFC 9457 with the members of contract C2. */
export const ProblemSchema = Type.Object(problem);

/** A problem document of a payment endpoint, which has `success` too. */
export const PaymentProblemSchema = Type.Object({ ...problem, success: Type.Literal(false) });
