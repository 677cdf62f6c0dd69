/* Functions of numbers that C has not, and declarations of what BLAS has. */

//: square(
static inline double square(double x) { return x * x; }

//: larger(
//: What is no number stays so.
static inline double larger(double x, double y)
{
    return x > y || x != x ? x : y;
}

//: larger_0(
static inline double larger_0(double x) { return x < 0 ? 0 : x; }

//: smaller(
static inline double smaller(double x, double y)
{
    return x < y || x != x ? x : y;
}

//: sign_of(
static inline double sign_of(double x)
{
    return x != x ? x : (x > 0) - (x < 0);
}

//: sigmoid(
static inline double sigmoid(double x)
{
    const double e = exp(-fabs(x));
    return (x < 0 ? e : 1.0) / (1 + e);
}

//: softplus(
static inline double softplus(double x)
{
    return (x > 0 ? x : 0.0) + log1p(exp(-fabs(x)));
}

//: dgemm_(
//: A caller that has BLAS as pointers defines the names as macros; else the linker finds them.
#ifndef dgemm_
void dgemm_(const char *, const char *, const int *, const int *, const int *, const double *,
            const double *, const int *, const double *, const int *, const double *, double *,
            const int *);
#endif

//: dsyrk_(
#ifndef dsyrk_
void dsyrk_(const char *, const char *, const int *, const int *, const double *, const double *,
            const int *, const double *, double *, const int *);
#endif
