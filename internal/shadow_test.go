package internal

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"airport-content/internal/check"
)

// shadowing are the packages that still have such names.
var shadowing = strings.Fields("store e2e api cli tools/bench doctor ../cmd/airport-sync testenv " +
	"importer region content apidocs server pull clientaddr .")

// No parameter and no variable of a function has the name of something in its package: a reader
// knows what a name means without looking for its nearest declaration.
func TestNoNameIsShadowed(t *testing.T) {
	t.Parallel()
	for _, root := range []string{".", "../cmd"} {
		check.NoError(t, filepath.WalkDir(root, func(dir string, entry fs.DirEntry, err error) error {
			if err != nil || !entry.IsDir() || entry.Name() == "testdata" || slices.Contains(shadowing, dir) {
				return err
			}
			files := token.NewFileSet()
			for name, pkg := range packagesOf(t, files, dir) {
				names := namesOf(pkg)
				for _, local := range localNames(pkg) {
					if names[local.Name] {
						t.Errorf("%s: %s is a name of package %s, too", files.Position(local.Pos()), local.Name, name)
					}
				}
			}
			return nil
		}))
	}
}

// packagesOf are the files of a directory by their packages.
func packagesOf(t *testing.T, files *token.FileSet, dir string) map[string][]*ast.File {
	t.Helper()
	packages := map[string][]*ast.File{}
	for _, path := range check.Must(filepath.Glob(filepath.Join(dir, "*.go")))(t) {
		file := check.Must(parser.ParseFile(files, path, nil, parser.SkipObjectResolution))(t)
		packages[file.Name.Name] = append(packages[file.Name.Name], file)
	}
	return packages
}

// namesOf has the names that a package declares, without methods.
func namesOf(pkg []*ast.File) map[string]bool {
	names := map[string]bool{}
	for _, file := range pkg {
		for _, declaration := range file.Decls {
			switch d := declaration.(type) {
			case *ast.FuncDecl:
				names[d.Name.Name] = names[d.Name.Name] || d.Recv == nil
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					switch s := spec.(type) {
					case *ast.TypeSpec:
						names[s.Name.Name] = true
					case *ast.ValueSpec:
						for _, name := range s.Names {
							names[name.Name] = name.Name != "_"
						}
					}
				}
			}
		}
	}
	return names
}

// localNames lists the names that functions declare: parameters, results and variables.
func localNames(pkg []*ast.File) (names []*ast.Ident) {
	add := func(list ...ast.Expr) {
		for _, e := range list {
			if name, ok := e.(*ast.Ident); ok {
				names = append(names, name)
			}
		}
	}
	for _, file := range pkg {
		for _, declaration := range file.Decls {
			f, ok := declaration.(*ast.FuncDecl)
			if !ok {
				continue
			}
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.StructType, *ast.InterfaceType:
					return false // fields shadow nothing
				case *ast.Field:
					names = append(names, n.Names...)
				case *ast.ValueSpec:
					names = append(names, n.Names...)
				case *ast.TypeSpec:
					names = append(names, n.Name)
				case *ast.AssignStmt:
					if n.Tok == token.DEFINE {
						add(n.Lhs...)
					}
				case *ast.RangeStmt:
					if n.Tok == token.DEFINE {
						add(n.Key, n.Value)
					}
				}
				return true
			})
		}
	}
	return names
}
