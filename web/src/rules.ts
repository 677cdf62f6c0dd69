// What the rules of a derivation mean, for someone who meets them for the first time.

const EXPLAINED: Record<string, string> = {
  "move across":
    "A : B is the sum of the products of all entries, tr(AᵀB). A factor beside the differential may move to the other side of the colon, transposed; the number stays the same. The aim is to leave the differential alone.",
  substitute: "The differential of a named part is replaced by what stands after ⟹ where the part was named.",
  "read off":
    "The differential now stands alone in df = G : dX. What stands left of the colon is the gradient, and it has the shape of X.",
  "substitute back":
    "Every name is replaced by what it stands for, so that only the given variables are left.",
  "zero gradient": "The variable does not occur in the function, so the function does not change with it.",
  "diagonal matrices":
    "An entrywise product with a vector is a product with the diagonal matrix of that vector.",
  "multiply out": "Products of sums are written as sums of products.",
  "collect like terms": "Terms that are the same up to a number are added.",
  rearrange:
    "vec of a matrix and vec of its transpose have the same entries in another order; the commutation matrix K changes the order.",
  rewrite: "The same function, in a form whose differential is simpler.",
};

/** A sentence or two about a rule, if it has a name of its own. */
export function explained(rule: string): string | null {
  return EXPLAINED[rule] ?? null;
}
